import { erc20Abi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sameAddress } from '../../src/evm/address.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import type { ExecutionPlan } from '../../src/intents/intentRecord.ts'
import { callSweep, encodeDeploy, encodeExecuteAsOwner } from '../../src/intents/wallet.ts'
import type { DepositWay } from '../../src/interface/depositWay.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import type { Request, Response } from '../../src/interface/operations.ts'
import { contractsOfIntent } from '../../src/sdk/trustedContracts.ts'
import { contractSets } from '../engine/scripted/contractSets.ts'
import { signOffered } from '../signOffered.ts'
import { ownerKeys, owners, rich } from './economy.ts'
import type { SimChain } from './simChain.ts'

/** What an owner signs so that the service relays its deposit. */
export type SignedDeposit = NonNullable<Request<'ExecuteIntent'>['depositSignature']>

/** The ways to pay by signature that a quote offers. None where only the owner can send it, as with native token. */
export const relayedWays = ({ depositWays = [] }: Response<'QuoteIntent'>): DepositWay[] =>
  depositWays.filter(({ sentBy }) => sentBy === 'service')

/** Signs what the quote says, as a wallet does that is given the typed data as text. */
export function signDeposit(owner: Address, way: DepositWay): Promise<SignedDeposit> {
  const signer = privateKeyToAccount(ownerKeys[owners.findIndex((one) => sameAddress(one, owner))]!)
  return signOffered(way, (text) => signer.signTypedData(JSON.parse(text)))
}

/** Lets Permit2 take the owner's tokens, which a first deposit by it needs. */
export function approve(intent: Intent, spender: Address, chain: SimChain): Hex {
  const data = encodeCall({ abi: erc20Abi, functionName: 'approve', args: [spender, rich] })
  return chain.send({ from: intent.ownerAddress, to: intent.depositTransaction.tokenAddress, data })
}

/** The owner creates its wallet and sends what is in it to itself, without a word to the service. */
export function takeOut(intent: Intent, plan: ExecutionPlan, chain: SimChain): Hex {
  const { factory, wallet, router } = contractsOfIntent(intent, contractSets)
  const { ownerAddress: owner, originIntentAddress, originChainId: chainId } = intent
  chain.send({ from: owner, to: factory, data: encodeDeploy(wallet, plan.origin) })
  const sweep = callSweep({ router, token: intent.depositTransaction.tokenAddress, receiver: owner })
  const data = encodeExecuteAsOwner(plan.origin, { chainId, calls: [sweep], space: 9n, nonce: 9n }, '0x')
  return chain.send({ from: owner, to: originIntentAddress, data })
}

/** The owner's signature under a recovery; for an address that is no owner's, that of another owner. */
export function signRecovery(owner: Address, { typedData }: Response<'PrepareIntentRecovery'>): Promise<Hex> {
  const at = owners.findIndex((one) => sameAddress(one, owner))
  const { EIP712Domain: _, ...types } = typedData.types
  const signer = privateKeyToAccount(ownerKeys.at(at)!)
  return signer.signTypedData({ ...typedData, types } as Parameters<typeof signer.signTypedData>[0])
}
