import { type Address, getAddress, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { createSeededRandom } from '../../src/host/random.ts'
import { depositDigest, depositTypedData } from '../../src/intents/signedDeposit.ts'
import { freshSeed } from '../freshSeed.ts'

const { seed, repeat } = freshSeed(import.meta.filename)
const random = createSeededRandom(seed)
const address = (): Address => getAddress(`0x${random.hex(20)}`)
const amount = () => BigInt(`0x${random.hex(1 + Math.floor(random.next() * 32))}`)
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random.next() * values.length)]!

test('the digest of a deposit is the one that wallets sign, in any brand', () => {
  const entrypoints = [address(), address()]
  for (let i = 0; i < 300; i++) {
    const deposit = {
      user: address(),
      token: address(),
      amount: amount(),
      intentAddress: address(),
      deadline: amount(),
      nonce: amount(),
      feeAmount: amount(),
      feeCollector: address(),
    }
    const chainId = oneOf([1, 31337, 2 ** 40])
    const brand = {
      entrypoint: oneOf(entrypoints),
      domainName: oneOf(['Causeway', 'Andere Marke']),
      ...(random.next() < 0.5 && { primaryType: oneOf(['Intent', 'Order']) }),
    }
    const signed = hashTypedData(depositTypedData(deposit, chainId, brand))
    expect(depositDigest(deposit, chainId, brand), repeat()).toBe(signed)
  }
})
