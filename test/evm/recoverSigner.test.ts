import { type Hex, recoverAddress } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { recoverSigner } from '../../src/evm/recoverSigner.ts'
import { createSeededRandom } from '../../src/host/random.ts'

const random = createSeededRandom(7)
const word = (): Hex => `0x${random.hex(32)}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hex32 = (value: bigint): string => value.toString(16).padStart(64, '0')

test('the key that signed, with every last byte that Ethereum knows', async () => {
  for (let i = 0; i < 20; i++) {
    const [privateKey, hash] = [word(), word()]
    const signature = await sign({ hash, privateKey, to: 'hex' })
    const parity = Number(`0x${signature.slice(130)}`) - 27
    const { address } = privateKeyToAccount(privateKey)
    expect(recoverSigner(hash, signature)).toBe(address)
    expect(recoverSigner(hash, `${signature.slice(0, 130) as Hex}0${parity}`)).toBe(address)
  }
})

test('as viem says of bytes that nobody may have signed: too short, out of range, of another parity, malleated', async () => {
  const hash = word()
  const good = await sign({ hash, privateKey: word(), to: 'hex' })
  const [r, s] = [good.slice(2, 66), good.slice(66, 130)]
  const high = hex32(order - BigInt(`0x${s}`))
  const odd: Hex[] = ['0x', '0x00', good.slice(0, 130) as Hex, `${good}00`, `0x${r}${s}1d`, `0x${r}${s}02`]
  odd.push(`0x${r}${high}1b`, `0x${r}${high}1c`, `0x${hex32(0n)}${s}1b`, `0x${r}${hex32(0n)}1b`)
  odd.push(`0x${hex32(order)}${s}1b`, `0x${r}${hex32(order)}1b`)
  for (let i = 0; i < 40; i++) odd.push(`0x${random.hex(64)}1b`)
  for (const signature of odd) {
    const expected = await recoverAddress({ hash, signature }).catch(() => undefined)
    expect(recoverSigner(hash, signature), signature).toBe(expected)
  }
})
