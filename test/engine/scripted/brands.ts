import { localOperator } from '../../../src/chains/contracts/abi/addresses.ts'
import { brandOperators, operatorContracts } from '../../../src/chains/contracts/operator.ts'
import type { Contracts } from '../../../src/intents/planBatches.ts'
import { defaultBrand } from '../../../src/interface/brand.ts'

/** A second brand of the same operator, by its service. */
export const otherBrand = 'Voyage'

/** The contracts of both brands: they share all but entrypoint and guest. */
export const brandContracts: ReadonlyMap<string, Contracts> = new Map(
  [...brandOperators(localOperator, [{ service: defaultBrand.service }, { service: otherBrand }])].map(
    ([service, operator]) => [service, operatorContracts(operator)],
  ),
)
