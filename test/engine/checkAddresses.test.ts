import { expect, test } from 'vitest'
import { checkAddresses } from '../../src/app/checkAddresses.ts'
import { addresses, useBench } from './setup.ts'

const bench = useBench({ worker: false, sender: false })

/** A chain on which only these have code. */
const chainWith = (coded: readonly string[]) => ({
  ...bench.harbor.chain,
  code: async (address: string) => (coded.includes(address) ? ('0x60' as const) : ('0x' as const)),
})
const all = () => {
  const { multicall3, wrappedNative, across } = bench.harbor.chain.definition
  return [multicall3, wrappedNative, across!.spokePool]
}
const check = (coded: readonly string[], given = {}) =>
  checkAddresses({
    chains: [chainWith(coded)],
    tokens: bench.world.tokens,
    feeCollector: addresses.collector,
    ...given,
  })

test('what the definition of a chain names must be a contract there', async () => {
  await check(all())
  await expect(check(all().slice(0, 2))).rejects.toThrow(/there is no contract at 0x\w{40}, its across.spokePool/)
})

test('fees are not sent to a token or a contract of the chain', async () => {
  await expect(check(all(), { feeCollector: addresses.usdc })).rejects.toThrow('is the token USDC')
  await expect(check(all(), { feeCollector: addresses.spokePool })).rejects.toThrow('is across.spokePool of')
})

test('the signer of grants is the account of the grant key or a contract, and an API has no key to compare with', async () => {
  const [operatorSigner, grantKeyAddress] = [addresses.stranger, addresses.collector]
  await check(all(), { operatorSigner })
  await check(all(), { operatorSigner, grantKeyAddress: operatorSigner })
  await check([...all(), operatorSigner], { operatorSigner, grantKeyAddress })
  await expect(check(all(), { operatorSigner, grantKeyAddress })).rejects.toThrow(
    `operator.signer: ${operatorSigner} is not the address of operator.grantKey (${grantKeyAddress}), and there is no contract`,
  )
})

test('a chain that does not answer keeps nobody from starting', async () => {
  const away = { ...bench.harbor.chain, code: () => Promise.reject(new Error('no node answers')) }
  await checkAddresses({ chains: [away], tokens: bench.world.tokens, feeCollector: addresses.collector })
})
