import type { Chain } from '../../src/chains/chain.ts'
import { openChain } from '../../src/chains/openChain.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { placePlainCodes } from '../engine/scripted/plainCodes.ts'
import { useForAll } from '../useParts.ts'
import { keys, localDefinition, startAnvil, watchful } from './anvil.ts'
import { chainContract } from './chainContract.ts'
import { headWhere } from './headWhere.ts'

const anvil = useForAll(startAnvil)

/** Resolves when the client has the node's newest block, by hash: a reorg may leave the number as it was. */
async function caughtUp(chain: Chain): Promise<void> {
  const { hash } = await anvil.rpc<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false])
  await headWhere(chain, (head) => head.hash === hash)
}

chainContract('a chain behind a node', async () => {
  const placed: Promise<unknown>[] = []
  const contracts = placePlainCodes((address, code) => void placed.push(anvil.rpc('anvil_setCode', [address, code])))
  await Promise.all(placed)
  await anvil.mine(10)
  const chain = await openChain({
    definition: localDefinition,
    endpoints: [{ url: anvil.url }],
    clock: systemClock,
    limits: { ...watchful, callTimeoutMs: 60_000 },
  })
  const seen = async (change: Promise<void>): Promise<void> => {
    await change
    await caughtUp(chain)
  }
  return {
    chain,
    signer: createPrivateKeySigner(keys[0]!),
    contracts,
    mine: (blocks) => seen(anvil.mine(blocks)),
    reorg: (depth) => seen(anvil.reorg(depth)),
    close: () => chain.close(),
  }
})
