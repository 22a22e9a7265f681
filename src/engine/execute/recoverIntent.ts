import { parseAbi } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { readContract } from '../../evm/readContract.ts'
import { recoverSigner } from '../../evm/recoverSigner.ts'
import { explainRevert } from '../../intents/explainRevert.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import {
  decodeBatch,
  encodeBatch,
  notARecovery,
  recoveryBatch,
  recoveryHash,
  recoveryTypedData,
} from '../../intents/recovery.ts'
import { type Batch, encodeDeployAndExecuteAsOwner, encodeExecuteAsOwner } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Request, Response } from '../../interface/operations.ts'
import { type RecoveryToken, recoveryTokensMax } from '../../interface/recoveryShapes.ts'
import { codeOfParty, whyLost } from '../addressRoles.ts'
import { awaitedToken } from '../books/batchEntries.ts'
import { destinationWallet, originWallet, type SideWallet } from '../books/sideWallet.ts'
import { chainOf } from '../chainOf.ts'
import { findOwn, type ProjectCaller } from '../read/findOwn.ts'
import type { World } from '../world.ts'

/** What an owner signs to take everything out of an intent address. Nothing is stored: the signature alone decides. */
export async function prepareRecovery(
  request: Request<'PrepareIntentRecovery'>,
  caller: ProjectCaller,
  world: World,
): Promise<Response<'PrepareIntentRecovery'>> {
  const record = await findOwn(request.intentId, caller, world)
  const { wallet, tokens } = await findBalances(record, request, world)
  const { chainId, address, side } = wallet
  const receiver = await receiverOf(record, wallet, request.refundToAddress, world)
  const taken = tokens.find(({ tokenAddress }) => sameAddress(tokenAddress, receiver))
  if (taken) throw refuse('refundToAddress', `${receiver} is the token itself: money there is lost`)
  const batch = recoveryBatch({
    chainId,
    router: record.intent.svcContracts.svcRouterAddress,
    receiver,
    tokens: tokens.map(({ tokenAddress }) => tokenAddress),
    space: 1n + BigInt(`0x${world.random.hex(6)}`),
  })
  return {
    intentId: record.intentId,
    intentProtocol: record.intent.intentProtocol,
    intentAddress: address,
    chainId,
    intentSource: side,
    recoveryTokens: tokens,
    payload: { kind: 'intent_batch', encoding: 'hex', encoded: encodeBatch(batch), intentAddress: address, chainId },
    typedData: recoveryTypedData(batch, address),
    payloadHash: recoveryHash(batch, address),
  }
}

/** The transaction that carries out what the owner signed. Refuses any other account's signature first. */
export async function buildRecovery(
  request: Request<'BuildIntentRecoveryTransaction'>,
  caller: ProjectCaller,
  world: World,
): Promise<Response<'BuildIntentRecoveryTransaction'>> {
  const record = await findOwn(request.intentId, caller, world)
  const wallet = walletAt(record, request.intentAddress)
  const { address, chainId, config } = wallet
  const chain = chainOf(world, chainId)
  const batch = await readPayload(request, wallet, record, world)
  const payloadHash = recoveryHash(batch, address)
  await requireOwners(chain, config.owner, payloadHash, request.signature)
  const requiresDeploy = (await chain.code(address)) === '0x'
  const [to, data] = requiresDeploy
    ? [config.executor, encodeDeployAndExecuteAsOwner(config, batch, request.signature)]
    : [address, encodeExecuteAsOwner(config, batch, request.signature)]
  const outcome = await chain.simulate({ to, data })
  if (!outcome.ok) {
    const why = outcome.revert === '0x' ? outcome.message : explainRevert(outcome.revert)
    throw refuse('payload', `the transaction would fail now: ${why}`)
  }
  return { to, data, value: 0n, chainId, intentAddress: address, requiresDeploy, payloadHash }
}

const walletsOf = (record: IntentRecord): SideWallet[] =>
  [originWallet(record), destinationWallet(record)].filter((wallet) => wallet !== undefined)

function walletAt(record: IntentRecord, address: Address): SideWallet {
  const found = walletsOf(record).find((wallet) => sameAddress(wallet.address, address))
  if (found) return found
  throw refuse('intentAddress', `is not an address of the intent ${record.intentId}`)
}

/** The named wallet, or the first that holds something, and what it holds. */
async function findBalances(
  record: IntentRecord,
  { intentAddress, tokenAddress }: Request<'PrepareIntentRecovery'>,
  world: World,
): Promise<{ wallet: SideWallet; tokens: RecoveryToken[] }> {
  const wallets = intentAddress ? [walletAt(record, intentAddress)] : walletsOf(record)
  for (const wallet of wallets) {
    const tokens = await balancesAt(record, wallet, tokenAddress, world)
    if (tokens.length > 0) return { wallet, tokens }
  }
  const where = wallets.map(({ address, chainId }) => `${address} on chain ${chainId}`).join(' and ')
  if (tokenAddress) throw refuse('tokenAddress', `${where} holds nothing of ${tokenAddress}`)
  const field = intentAddress ? 'intentAddress' : 'intentId'
  throw refuse(field, `${where} holds no listed token; name tokenAddress to take another one out`)
}

async function balancesAt(
  record: IntentRecord,
  { side, chainId, address }: SideWallet,
  only: Address | undefined,
  world: World,
): Promise<RecoveryToken[]> {
  const chain = chainOf(world, chainId)
  const listed = world.tokens.listed(chainId).map((token) => token.address)
  const wanted = only ? [only] : [awaitedToken(record, side), nativeToken, ...listed]
  const tokens = [...new Map(wanted.map((token) => [token.toLowerCase(), token])).values()]
  const balances = await Promise.allSettled(tokens.map((token) => chain.balance(token, address)))
  // A token that does not answer must not keep the owner from the others; if none answers, the chain does not.
  if (balances.every(({ status }) => status === 'rejected'))
    throw new ServiceError('ChainNodeHealth', `no node of chain ${chainId} tells a balance of ${address}`)
  return tokens
    .map((tokenAddress, index) => {
      const read = balances[index]
      const { symbol, decimals } = world.tokens.find(chainId, tokenAddress) ?? {}
      return { chainId, tokenAddress, symbol, decimals, amount: read?.status === 'fulfilled' ? read.value : 0n }
    })
    .filter(({ amount }) => amount > 0n)
    .slice(0, recoveryTokensMax)
}

async function receiverOf(
  { intent }: Pick<IntentRecord, 'intent'>,
  { config, address, chainId }: SideWallet,
  refundTo: Address | undefined,
  world: World,
): Promise<Address> {
  const receiver = refundTo ?? config.refundReceiver
  const earlier = [...Object.values(intent.svcContracts), config.executor]
  const lost = whyLost(receiver, true, [], world, earlier)
  if (lost) throw refuse('refundToAddress', lost)
  if (sameAddress(receiver, address)) throw refuse('refundToAddress', 'is the intent address itself')
  if (refundTo) await codeOfParty('refundToAddress', refundTo, chainOf(world, chainId))
  return receiver
}

async function readPayload(
  { payload, refundToAddress }: Request<'BuildIntentRecoveryTransaction'>,
  wallet: SideWallet,
  record: IntentRecord,
  world: World,
): Promise<Batch> {
  if (!sameAddress(payload.intentAddress, wallet.address)) throw refuse('payload.intentAddress', 'is not intentAddress')
  const batch = decodeBatch(payload.encoded)
  if (!batch) throw refuse('payload.encoded', 'is not as PrepareIntentRecovery returned it')
  if (payload.chainId !== wallet.chainId || batch.chainId !== wallet.chainId)
    throw refuse('payload.chainId', `the address ${wallet.address} is on chain ${wallet.chainId}`)
  const { svcRouterAddress } = record.intent.svcContracts
  const receiver = await receiverOf(record, wallet, refundToAddress, world)
  const why = notARecovery(batch, svcRouterAddress, receiver)
  if (why) throw refuse('payload.encoded', why)
  return batch
}

const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const erc1271Magic = '0x1626ba7e'

/** Checks as the wallet does: signed by the owner's key, or accepted by the owner's ERC-1271 contract. */
async function requireOwners(chain: Chain, owner: Address, hash: Hex, signature: Hex): Promise<void> {
  // Undefined: bytes from which no key can be recovered; the owner's contract may still accept them.
  const signer = recoverSigner(hash, signature)
  if (signer && sameAddress(signer, owner)) return
  const answer = await readContract(chain, owner, erc1271Abi, 'isValidSignature', [hash, signature])
  if (answer === erc1271Magic) return
  throw refuse('signature', `is not by the owner ${owner}`)
}

const refuse = (field: string, cause: string): ServiceError => new ServiceError('InvalidArgument', `${field}: ${cause}`)
