import { hours } from './hours.ts'
import { playDocuments } from './playDocuments.ts'

playDocuments('operator', hours.operator.slice(1), { startsNpx: false })
