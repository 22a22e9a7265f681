import { expect, test } from 'vitest'
import { depositWays, relayGasOf, type Signing } from '../../src/intents/depositWays.ts'
import { depositWayNames as names } from '../../src/interface/enums.ts'

const address = '0x00000000000000000000000000000000000000a1'
const ask: Signing = {
  deposit: {
    user: address,
    token: address,
    amount: 5n,
    intentAddress: address,
    deadline: 9n,
    nonce: 1n,
    feeAmount: 1n,
    feeCollector: address,
  },
  chainId: 1,
  entrypoint: address,
  domainName: 'Svc',
  primaryType: 'DepositIntent',
  tokenDomain: { name: 'Token', version: '1', chainId: 1, verifyingContract: address },
  permitNonce: 0n,
}

test.each(names)('%s: the fee counts every time that a signature of the owner is checked', (way) => {
  // The entrypoint checks that of ERC-3009 itself, and the token once more.
  const checks = depositWays[way].sign(ask).length + (way === 'receiveWithAuthorization' ? 1 : 0)
  expect(BigInt(checks)).toBe(depositWays[way].signatures)
  expect(relayGasOf(way, 'key')).toBe(depositWays[way].gas)
  const more = relayGasOf(way, 'contract') - relayGasOf(way, 'key')
  expect(more).toBe(depositWays[way].signatures * 40_000n)
})
