import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromTo, harbor, native, tokens, useService } from '../e2e/setup.ts'

const service = useService()

const usdc = (dollars: number) => BigInt(Math.round(dollars * 1e6))

/** Gas charged for a quote of USDC for a call of WETH's `deposit`; throws where it is refused. */
async function charged(dollars: number, who: number, tail = ''): Promise<bigint> {
  const { intent } = await service.client.quoteIntent({
    ownerAddress: service.devnet.accounts[who]!.address,
    ...fromTo([harbor, tokens.usdc], [harbor, native]),
    destinationToAddress: tokens.weth,
    destinationCallData: `0xd0e30db0${tail}`,
    originTokenAmount: usdc(dollars),
  })
  return intent.fees.originGas.totalGasLimit
}

test('a stranger who quotes the same call with much data behind it changes nothing for the next', async () => {
  const small = 20
  await charged(small, 0)
  const own = await charged(small, 0)
  const strangers = await charged(100, 1, randomBytes(100_000).toString('hex'))
  expect(strangers).toBeGreaterThan(own * 2n)
  // Every one of them, the first too.
  for (let i = 0; i < 3; i++) expect(Number(await charged(small, 0)) / Number(own)).toBeCloseTo(1, 1)
})

test('a small amount after a large one is charged for its own route', async () => {
  await charged(20, 0)
  const alone = await charged(20, 0)
  expect(await charged(500_000, 1)).toBeGreaterThan((alone * 11n) / 10n)
  expect(Number(await charged(20, 0)) / Number(alone)).toBeCloseTo(1, 1)
})
