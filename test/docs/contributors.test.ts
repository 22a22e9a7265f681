import { hours } from './hours.ts'
import { playDocuments } from './playDocuments.ts'

playDocuments('contributor', hours.contributor, { startsNpx: false })
