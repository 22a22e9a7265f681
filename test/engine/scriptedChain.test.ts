import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { createSeededRandom } from '../../src/host/random.ts'
import { chainContract, type OpenedChain } from '../chains/chainContract.ts'
import { placePlainCodes } from './scripted/plainCodes.ts'
import { createScriptedChain } from './scripted/scriptedChain.ts'
import { setCode, setNativeBalance } from './scripted/state.ts'
import { harborDefinition } from './setup.ts'
import { createVirtualClock } from './virtualClock.ts'

chainContract('the scripted chain', async (): Promise<OpenedChain> => {
  const clock = createVirtualClock(Date.UTC(2030, 0, 1))
  const scripted = createScriptedChain({ definition: harborDefinition, clock, random: createSeededRandom(1) })
  const signer = createPrivateKeySigner(`0x${'0a'.repeat(32)}`)
  setNativeBalance(scripted.state(), signer.address, 10n ** 20n)
  const contracts = placePlainCodes((address, code) => setCode(scripted.state(), address, code))
  scripted.mine(10)
  return {
    chain: scripted.chain,
    signer,
    contracts,
    mine: async (blocks) => scripted.mine(blocks),
    reorg: async (depth) => scripted.reorg(depth),
    close: () => scripted.chain.close(),
  }
})
