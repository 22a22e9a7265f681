import type { WalletClient } from 'viem'
import { getBlock, getCode, signTypedData } from 'viem/actions'
import type { Side } from '../intents/wallet.ts'
import {
  encodeDeploy,
  encodeDeployAndExecute,
  encodeDeployAndExecuteAsOwner,
  encodeDeployAndRefund,
  encodeRefund,
  ownerTypedData,
} from '../intents/wallet.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import { nativeToken } from '../interface/limits.ts'
import { walletBalance } from './findDeposit.ts'
import { destinationOwner, type IntentWallet, intentWallet } from './intentWallet.ts'
import { type OwnWallet, ownWallet, requireChain } from './ownWallet.ts'
import { decodeRun } from './readCalls.ts'
import { sendAndWait } from './sendBounded.ts'
import { contractsOfIntent, type TrustedContracts } from './trustedContracts.ts'

export type RecoverDeposit = {
  /** As quoted. The address is computed from its calls, so a changed intent throws. */
  intent: Intent
  /** A wallet on the chain of `side`: the owner's at any time, any account's once refunds have begun. */
  wallet: WalletClient
  side?: Side | undefined
  /** Tokens to look for, besides the side's quoted token, the native token and those of the route. */
  tokens?: readonly Address[] | undefined
  onTransaction?: ((txnHash: Hex) => void) | undefined
  contracts?: TrustedContracts | undefined
  /** Most gas cost of a transaction by a local account, in base units of the native token. Default per chain. */
  maxGasCost?: bigint | undefined
}

export type Recovered = {
  chainId: number
  /** From the emptied intent address to the refund receiver. */
  from: Address
  to: Address
  amounts: readonly { token: Address; amount: bigint }[]
  txnHashes: readonly Hex[]
}

/** Returns everything at an intent address to its owner, on chain only: no service is needed. */
export async function recoverDeposit(recover: RecoverDeposit): Promise<Recovered> {
  const wallet = ownWallet(recover.wallet)
  const { vault, contracts } = await findVault(recover, wallet)
  const held = await heldTokens(recover, vault, wallet)
  const to = vault.config.refundReceiver
  const told = { chainId: vault.chainId, from: vault.address, to, amounts: held }
  if (held.length === 0) return { ...told, txnHashes: [] }
  const tokens = held.map(({ token }) => token)
  const send = sender(wallet, vault.chainId, recover)
  const { timestamp } = await getBlock(wallet)
  if (timestamp >= vault.config.refundAt) {
    const txnHash = await send(contracts.guest, encodeDeployAndRefund(vault.config, tokens))
    return { ...told, txnHashes: [txnHash] }
  }
  requireOwnerBefore(vault, wallet)
  // Before refunds open, the wallet only obeys its owner, so the owner deploys it and calls it directly.
  const txnHashes: Hex[] = []
  if (!(await isDeployed(wallet, vault.address))) {
    txnHashes.push(await send(contracts.factory, encodeDeploy(contracts.wallet, vault.config)))
  }
  txnHashes.push(await send(vault.address, encodeRefund(vault.config, tokens)))
  return { ...told, txnHashes }
}

/**
 * Runs the quoted batch without the service, once the deposit has arrived. The owner may run it at any time, by
 * signature; others only while it is open to everyone. Runs as quoted or not at all.
 */
export async function executeAlone(recover: Omit<RecoverDeposit, 'tokens'>): Promise<Hex> {
  const wallet = ownWallet(recover.wallet)
  const { vault, contracts } = await findVault(recover, wallet)
  const { config, batch } = vault
  const send = sender(wallet, vault.chainId, recover)
  if (isOwner(vault, wallet)) {
    const { account } = wallet
    const signature = await signTypedData(wallet, { account, ...ownerTypedData(batch, vault.address) })
    return send(contracts.guest, encodeDeployAndExecuteAsOwner(config, batch, signature))
  }
  const { timestamp } = await getBlock(wallet)
  if (timestamp < config.openAt || timestamp >= config.refundAt) throw notOpen(vault)
  return send(contracts.guest, encodeDeployAndExecute(config, batch, 'openly'))
}

function notOpen({ config: { owner, openAt, refundAt } }: IntentWallet): Error {
  if (openAt >= refundAt) return new Error(`only the owner ${owner} and the service can run this batch`)
  const [from, until] = [openAt, refundAt].map((at) => new Date(Number(at) * 1_000).toISOString())
  return new Error(`any account can run this batch from ${from} until ${until}, and the owner ${owner} at any time`)
}

async function findVault({ intent, side = 'origin', contracts: trusted }: RecoverDeposit, wallet: OwnWallet) {
  // The intent may come from a server or a file, so its overrides are ignored; pass `contracts` to use your own.
  const contracts = contractsOfIntent(intent, trusted)
  const owner = side === 'origin' ? intent.ownerAddress : destinationOwner(intent.quoteRequest)
  const vault = intentWallet(intent, side, owner, contracts)
  if (!vault) throw new TypeError(`side: the intent has no ${side} wallet`)
  await requireChain(wallet, vault.chainId)
  return { vault, contracts }
}

async function heldTokens({ intent, tokens = [] }: RecoverDeposit, vault: IntentWallet, wallet: OwnWallet) {
  const touched = vault.batch.calls.flatMap(({ data }) => {
    const run = decodeRun(data)
    return run ? [run.token, ...run.outputs.map(({ token }) => token)] : []
  })
  const { originTokenAddress, destinationTokenAddress, originChainId } = intent.quoteRequest
  const quoted = vault.chainId === originChainId ? originTokenAddress : destinationTokenAddress
  const candidates = new Map([quoted, nativeToken, ...touched, ...tokens].map((token) => [token.toLowerCase(), token]))
  const found = await Promise.all(
    [...candidates.values()].map(async (token) => ({
      token: token as Address,
      // A token that does not answer must not block taking out the others.
      amount: await walletBalance(wallet, token as Address, vault.address).catch(() => 0n),
    })),
  )
  return found.filter(({ amount }) => amount > 0n)
}

const isOwner = ({ config }: Pick<IntentWallet, 'config'>, wallet: OwnWallet): boolean =>
  config.owner.toLowerCase() === wallet.account.address.toLowerCase()

function requireOwnerBefore({ config }: IntentWallet, wallet: OwnWallet): void {
  if (isOwner({ config }, wallet)) return
  const when = new Date(Number(config.refundAt) * 1_000).toISOString()
  throw new Error(`before ${when} only the owner ${config.owner} can take the money out, after that any account`)
}

async function isDeployed(wallet: OwnWallet, address: Address): Promise<boolean> {
  const code = await getCode(wallet, { address })
  return code !== undefined && code !== '0x'
}

/** Sends a transaction and waits until it is mined. */
function sender(wallet: OwnWallet, chainId: number, { onTransaction, maxGasCost }: RecoverDeposit) {
  return async (to: Address, data: Hex): Promise<Hex> => {
    const tx = { chainId, to, data, value: 0n, maxGasCost }
    const { hash, reverted } = await sendAndWait(wallet, tx, onTransaction)
    if (reverted) throw new Error(`the transaction ${hash} reverted on chain; nothing was moved`)
    return hash
  }
}
