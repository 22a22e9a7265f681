import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import type { YieldProtocol } from '../../src/yields/yieldProtocol.ts'

export type Opened = {
  protocol: YieldProtocol
  chain: Chain
  /** Puts `amount` into the protocol's first market for `owner`. */
  deposit(owner: Address, amount: bigint): Promise<void>
  owners: [holder: Address, stranger: Address]
}

/** What every protocol promises, on a real chain. */
export function protocolContract(name: string, open: () => Opened): void {
  test(`${name}: without its facts a chain is not served`, () => {
    const { protocol, chain } = open()
    expect(protocol.serves(chain.definition)).toBe(true)
    expect(protocol.serves({ ...chain.definition, aaveV3: undefined, erc4626: undefined })).toBe(false)
  })

  test(`${name}: markets are named by network, token, protocol and kind, each once`, async () => {
    const { protocol, chain } = open()
    const { markets } = await protocol.markets(chain)
    expect(markets.length).toBeGreaterThan(0)
    for (const { id, type, token, network, providerId, chainId } of markets) {
      expect(id).toBe(`${chain.definition.network}-${token.symbol.toLowerCase()}-${protocol.name}-${type}`)
      expect([network, providerId, chainId]).toEqual([chain.definition.network, protocol.name, chain.id])
    }
    expect(new Set(markets.map(({ id }) => id)).size).toBe(markets.length)
  })

  test(`${name}: once markets are known, all of them cost one request to the node`, async () => {
    const { protocol, chain } = open()
    await protocol.markets(chain)
    const { counted, departures } = countReads(chain)
    const { markets } = await protocol.markets(counted)
    expect(markets.length).toBeGreaterThan(0)
    expect(departures()).toBe(1)
  })

  test(`${name}: a deposit is a position of its owner and of nobody else, rounded against the depositor by a unit at most`, async () => {
    const { protocol, chain, deposit, owners } = open()
    const [holder, stranger] = owners
    const amount = 1_234_567_891n
    await deposit(holder, amount)
    const { markets } = await protocol.markets(chain)
    const positions = await protocol.positions(chain, markets, owners)
    expect(positions).toHaveLength(markets.length * owners.length)
    expect(positions.filter(({ owner }) => owner === stranger).every((one) => one.amount === 0n)).toBe(true)
    const held = positions.filter((one) => one.owner === holder && one.amount !== 0n)
    expect(held).toHaveLength(1)
    expect(held[0]!.amount).toBeGreaterThanOrEqual(amount - 1n)
    expect(held[0]!.amount).toBeLessThan(amount + amount / 1_000n)
  })

  test(`${name}: positions that were asked for before cost one request to the node`, async () => {
    const { protocol, chain, owners } = open()
    const { markets } = await protocol.markets(chain)
    const first = await protocol.positions(chain, markets, owners)
    const { counted, departures } = countReads(chain)
    const again = await protocol.positions(counted, markets, owners)
    expect(departures()).toBe(1)
    for (const [index, { amount }] of again.entries()) expect(amount).toBeGreaterThanOrEqual(first[index]!.amount!)
  })

  test(`${name}: a chain that cannot be asked is an error, not an empty answer`, async () => {
    const { protocol, chain, owners } = open()
    const { markets } = await protocol.markets(chain)
    const deaf: Chain = { ...chain, read: () => Promise.reject(new Error('no node answered')) }
    await expect(protocol.markets(deaf)).rejects.toThrow('no node answered')
    await expect(protocol.positions(deaf, markets, owners)).rejects.toThrow('no node answered')
  })
}

/** Counts multicalls: reads of one moment are sent together, so one per event-loop turn with reads. */
function countReads(chain: Chain) {
  let count = 0
  let open = false
  const counted: Chain = {
    ...chain,
    read: (...args) => {
      if (!open) {
        open = true
        count++
        setImmediate(() => {
          open = false
        })
      }
      return chain.read(...args)
    },
  }
  return { counted, departures: () => count }
}
