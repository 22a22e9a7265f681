import { hours } from './hours.ts'
import { playDocuments } from './playDocuments.ts'

// The first document of the operator is tried on the same service; the last one of the integrator starts its own.
const [, ...rest] = hours.integrator
playDocuments('integrator', [...rest.slice(0, -1), ...hours.operator.slice(0, 1), ...rest.slice(-1)], {
  startsNpx: false,
})
