import { expect, test } from 'vitest'
import { describeReceipt } from '../../src/cli/kit/describeReceipt.ts'
import { sampleReceipt } from '../wire/samples.ts'

test('a failed intent brought nothing, and its reason fits 80 columns and is whole', () => {
  const to = `0x${'5a'.repeat(20)}`
  const statusReason = `DESTINATION_CALL: the destination call failed; the owner was paid on the destination chain (call 0x12345678 to ${to}: Error(the shop is closed))`
  const shown = describeReceipt(
    {
      ...sampleReceipt,
      status: 'FAILED',
      summary: { ...sampleReceipt.summary, destinationTokenAmount: 0n },
      destinationTransaction: { ...sampleReceipt.destinationTransaction!, status: 'FAILED', statusReason },
    },
    [],
  )
  expect(shown).toMatch(/^brought +nothing on \d+, to\s+0x/m)
  expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(shown.replaceAll(/\s+/g, ' ')).toContain(`destination: ${statusReason}`)
})

test('one that went through says who has what, to what came back to the owner', () => {
  const { originChainId, destinationChainId, summary } = sampleReceipt
  const at = { txnHash: `0x${'11'.repeat(32)}`, block: 1 } as const
  const here = { chainId: originChainId, tokenAddress: summary.originTokenAddress, ...at }
  const there = { chainId: destinationChainId, tokenAddress: summary.destinationTokenAddress, ...at }
  const moves = [
    { ...here, amount: 1_000_000n, from: 'owner', to: 'originIntent', why: 'deposit' },
    { ...here, amount: 900_000n, from: 'originIntent', to: 'market', why: 'swap' },
    { ...here, amount: 60_000n, from: 'originIntent', to: 'collector', why: 'fee' },
    { ...here, amount: 40_000n, from: 'originIntent', to: 'owner', why: 'leftover' },
    { ...there, amount: 7n, from: 'market', to: 'recipient', why: 'delivery' },
  ] as unknown as NonNullable<typeof sampleReceipt.moves>
  const shown = describeReceipt({ ...sampleReceipt, status: 'SUCCEEDED', moves }, []).replaceAll(/\s+/g, ' ')
  const held = [...shown.matchAll(/the (owner|recipient|service)[^;]*? has ([\d.]+)/g)].map(([, who, what]) => [
    who,
    what,
  ])
  expect(held.map(([who]) => who)).toEqual(['owner', 'recipient', 'service'])
  const digits = (value: string | undefined) => value?.replace(/[.0]/g, '')
  expect(held.map(([, what]) => digits(what))).toEqual(['4', '7', '6'])
})

test('one that runs brings about what was quoted', () => {
  expect(describeReceipt({ ...sampleReceipt, status: 'EXECUTING' }, [])).toMatch(/^brings +about [\d.,]+ \w+/m)
})

test('a token of a stranger is shown with its address, whatever it calls itself', () => {
  const tokenAddress = `0x${'ab'.repeat(20)}` as const
  const { summary } = sampleReceipt
  const destinationTokenMetadata = { ...summary.destinationTokenMetadata!, tokenAddress, symbol: 'USDC' }
  const named = { ...summary, destinationTokenAddress: tokenAddress, destinationTokenMetadata }
  const shown = describeReceipt({ ...sampleReceipt, status: 'EXECUTING', summary: named }, []).replaceAll(/\s+/g, ' ')
  expect(shown).toContain(`USDC (${tokenAddress}, unverified)`)
})
