import { decodeFunctionData, encodeAbiParameters, type Hex, parseAbi, size } from 'viem'
import { expect, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import type { ChainDefinition } from '../../src/chains/chainDefinition.ts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { setAllowance } from './scripted/tokens.ts'
import { addresses, owner, reopen, usdc, useBench } from './setup.ts'

const abi = parseAbi([
  'function getL1Fee(bytes transaction) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64, uint256, uint256)',
])
const oracle = '0x420000000000000000000000000000000000000F'
const nodeInterface = '0x00000000000000000000000000000000000000C8'

const bench = useBench({ sender: false, worker: false })

/** A chain that also charges for bytes: a gwei each by the oracle's word, or sixteen gas each by the node's. */
function chargeForBytes(chain: Chain, l1Fee: NonNullable<ChainDefinition['l1Fee']>): Chain {
  return {
    ...chain,
    definition: { ...chain.definition, l1Fee },
    simulate: async (call, overrides) => {
      if (call.to !== oracle && call.to !== nodeInterface) return chain.simulate(call, overrides)
      const { args } = decodeFunctionData({ abi, data: call.data! })
      const bytes = BigInt(size(args.at(-1) as Hex))
      const words = call.to === oracle ? [bytes * 10n ** 9n] : [bytes * 16n, 1n, 1n]
      return {
        ok: true,
        data: encodeAbiParameters(
          words.map(() => ({ type: 'uint256' })),
          words,
        ),
      }
    },
  }
}

async function quoteWith(bridgeProvider: string, l1Fee?: NonNullable<ChainDefinition['l1Fee']>) {
  await reopen(bench, { sender: false, worker: false })
  if (l1Fee) {
    const chains = bench.world.chains as Map<number, Chain>
    for (const [id, chain] of chains) chains.set(id, chargeForBytes(chain, l1Fee))
  }
  setAllowance(bench.harbor.state(), addresses.usdc, owner, causewayContracts.entrypoint, 2n ** 255n)
  const { quoteRequest } = await bench.quote({ originTokenAmount: usdc(500), options: { bridgeProvider } })
  const { intent, gasFeeOptions, depositWays } = await bench.engine.QuoteIntent({ ...quoteRequest }, bench.caller)
  const { fees, originMetaTxn, destinationMetaTxn } = intent
  return {
    gasFeeOptions,
    relayFee: depositWays!.find(({ way }) => way === 'allowance')!.depositSignature!.selectedGasFeeOption.amount,
    origin: fees.originGas,
    destination: fees.destinationGas!,
    originMetaTxn,
    destinationMetaTxn: destinationMetaTxn!,
  }
}

test('what the bytes of both batches cost on the chain below is charged, and shown beside the gas', async () => {
  const { origin, destination, originMetaTxn, destinationMetaTxn } = await quoteWith('ACROSS', { by: 'oracle', oracle })
  for (const [gas, { input }] of [
    [origin, originMetaTxn],
    [destination, destinationMetaTxn],
  ] as const) {
    expect(gas.l1Fee).toBe(BigInt(size(input) + 60) * 10n ** 9n)
    const uplifted = ((gas.totalGasLimit * gas.gasPrice + gas.l1Fee!) * (10_000n + BigInt(gas.upliftBps!))) / 10_000n
    expect(gas.totalFeeAmount).toBe(uplifted)
  }
})

test('who signs the deposit pays for its bytes too', async () => {
  const plain = await quoteWith('ACROSS')
  const byOracle = await quoteWith('ACROSS', { by: 'oracle', oracle })
  const byNode = await quoteWith('ACROSS', { by: 'nodeInterface', nodeInterface })
  const costOf = ({ gasFeeOptions }: typeof plain) => BigInt(gasFeeOptions.gasEstimate.nativeCost)
  const { gasPrice } = plain.origin
  expect(costOf(byOracle) - costOf(plain)).toBe((420n + 60n) * 10n ** 9n)
  expect(costOf(byNode) - costOf(plain)).toBe(420n * 16n * gasPrice)
  for (const charged of [byOracle, byNode]) expect(charged.relayFee).toBeGreaterThan(plain.relayFee)
})

test('gas for the poster is part of the gas', async () => {
  const plain = await quoteWith('ACROSS')
  expect(plain.origin.l1Fee).toBeUndefined()
  const charged = await quoteWith('ACROSS', { by: 'nodeInterface', nodeInterface })
  expect(charged.origin.l1Fee).toBeUndefined()
  const more = charged.origin.totalGasLimit - plain.origin.totalGasLimit
  expect(Number(more)).toBeCloseTo(size(charged.originMetaTxn.input) * 16, -3)
})
