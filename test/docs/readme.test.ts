import { hours } from './hours.ts'
import { playDocuments } from './playDocuments.ts'

playDocuments('integrator', hours.integrator.slice(0, 1))
