import { hours } from './hours.ts'
import { playDocuments } from './playDocuments.ts'

// The first document of the operator is tried on the same service.
playDocuments('integrator', [...hours.integrator.slice(1), ...hours.operator.slice(0, 1)], { startsNpx: false })
