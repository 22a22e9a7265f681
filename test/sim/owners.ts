import { privateKeyToAccount } from 'viem/accounts'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { intentWalletFactoryAbi } from '../../src/chains/contracts/abi/IntentWalletFactory.ts'
import { localContracts } from '../../src/chains/contracts/operator.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { ExecutionPlan } from '../../src/intents/intentRecord.ts'
import { depositTypedData } from '../../src/intents/signedDeposit.ts'
import { callSweep, encodeExecuteAsOwner, imageHash } from '../../src/intents/wallet.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import type { Request, Response } from '../../src/interface/operations.ts'
import { ownerKeys } from './economy.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimChain } from './simChain.ts'

const validForS = 300

/** What an owner signs so that the service relays its deposit. Undefined where only the owner can send it, as with native token. */
export async function signDeposit(
  index: number,
  { intent, gasFeeOptions }: Response<'QuoteIntent'>,
  scheduler: Scheduler,
): Promise<Pick<Request<'ExecuteIntent'>, 'depositSignature'> | undefined> {
  const { tokenAddress: token, amount, chainId } = intent.depositTransaction
  const option = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress === token)
  if (!option || token === nativeToken) return undefined
  const deadline = Math.floor(scheduler.nowMs() / 1_000) + validForS
  const userNonce = BigInt(scheduler.between(1, 1_000_000))
  const deposit = {
    user: intent.ownerAddress,
    token,
    amount,
    intentAddress: intent.originIntentAddress,
    deadline: BigInt(deadline),
    nonce: userNonce,
    feeAmount: option.amount,
    feeCollector: option.feeCollectorAddress,
  }
  const signer = privateKeyToAccount(ownerKeys[index % ownerKeys.length]!)
  const intentSignature = await signer.signTypedData(depositTypedData(deposit, chainId, localContracts))
  return { depositSignature: { intentSignature, selectedGasFeeOption: option, userNonce, deadline } }
}

/** The owner creates its wallet and sends what is in it to itself, without a word to the service. */
export function takeOut(intent: Intent, plan: ExecutionPlan, chain: SimChain): Hex {
  const { factory, wallet, router } = causewayContracts
  const { ownerAddress: owner, originIntentAddress, originChainId: chainId } = intent
  const args = [wallet, imageHash(plan.origin)] as const
  chain.send({
    from: owner,
    to: factory,
    data: encodeCall({ abi: intentWalletFactoryAbi, functionName: 'deploy', args }),
  })
  const sweep = callSweep({ router, token: intent.depositTransaction.tokenAddress, receiver: owner })
  const data = encodeExecuteAsOwner(plan.origin, { chainId, calls: [sweep], space: 9n, nonce: 9n }, '0x')
  return chain.send({ from: owner, to: originIntentAddress, data })
}
