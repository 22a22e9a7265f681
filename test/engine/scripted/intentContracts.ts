import {
  concat,
  encodeAbiParameters,
  getAbiItem,
  getAddress,
  type Hex,
  hashTypedData,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import { localOperator } from '../../../src/chains/contracts/abi/addresses.ts'
import { intentEntrypointAbi } from '../../../src/chains/contracts/abi/IntentEntrypoint.ts'
import { intentGuestAbi } from '../../../src/chains/contracts/abi/IntentGuest.ts'
import { intentWalletAbi } from '../../../src/chains/contracts/abi/IntentWallet.ts'
import { intentWalletFactoryAbi } from '../../../src/chains/contracts/abi/IntentWalletFactory.ts'
import { localContracts } from '../../../src/chains/contracts/operator.ts'
import { encodeCall } from '../../../src/evm/encodeCall.ts'
import { grantedStorage, grantTypedData } from '../../../src/intents/relayerGrant.ts'
import { depositTypedData, type SignedDeposit } from '../../../src/intents/signedDeposit.ts'
import { encodeDeploy, imageHash, type WalletConfig, walletAddress } from '../../../src/intents/wallet.ts'
import type { Address } from '../../../src/interface/fields.ts'
import { cloneCode, contractSets, contractsOf } from './contractSets.ts'
import { intentRouter, intentShim, intentUtils, intentWallet } from './intentWallet.ts'
import { type Behaviour, decodeCall, emitEvent, type Frame, nothing, Reverted, revertWith, toWord } from './machine.ts'
import { recover, recoveredMax } from './recover.ts'
import { codeOf, readSlot, type State, setCode, writeSlot } from './state.ts'
import { tokens } from './tokens.ts'

const contractCode = (name: string): Hex => stringToHex(name)

/** Puts the contracts of this service, of each version, where they are on every chain. */
export function deployIntentContracts(state: State): void {
  for (const { domainName: _, primaryType: __, ...addresses } of contractSets)
    for (const [name, address] of Object.entries(addresses)) setCode(state, address, contractCode(name))
}

/** The set of which a guest, or an entrypoint, is. */
const setOf = (name: 'guest' | 'entrypoint', { self }: Frame) =>
  contractSets.find((one) => getAddress(one[name]) === getAddress(self))!

const factory: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(intentWalletFactoryAbi, frame.data)
  if (functionName !== 'deploy') throw new Reverted('0x')
  const [implementation, config] = args
  const hash = imageHash(config)
  const wallet = getAddress(walletAddress(config, { factory: frame.self, wallet: implementation }))
  if (codeOf(frame.state, wallet) === '0x') {
    const opensAt = config.openAt < config.refundAt ? config.openAt : config.refundAt
    const nowAt = BigInt(frame.environment.timestampS)
    const mayEarly = [config.executor, config.owner].some((one) => getAddress(one) === getAddress(frame.sender))
    if (nowAt < opensAt && !mayEarly) throw revertWith(intentWalletFactoryAbi, 'TooEarly', [opensAt, nowAt])
    setCode(frame.state, wallet, cloneCode(implementation))
    emitEvent(frame, intentWalletFactoryAbi, 'Deployed', { wallet, implementation, imageHash: hash })
  }
  return encodeAbiParameters([{ type: 'address' }], [wallet])
}

const configType = '(address,address,address,uint64,uint64,uint256,bytes32[])'
const runSelector = (name: string): Hex =>
  toFunctionSelector(`${name}(${configType},(address,uint256,bytes,uint256,bool,bool,uint8)[],uint256,uint256)`)
/** What the guest's functions are at the wallet, and whether they need a grant. */
const forwards = {
  deployAndExecute: { selector: runSelector('execute'), isExecutor: false },
  deployAndExecuteStrictly: { selector: runSelector('executeStrictly'), isExecutor: true },
  deployAndExecuteAsExecutor: { selector: runSelector('executeAsExecutor'), isExecutor: true },
  deployAndRefund: { selector: toFunctionSelector(`refund(${configType},address[])`), isExecutor: false },
} as const
const executorSelectors: readonly Hex[] = [
  forwards.deployAndExecuteStrictly.selector,
  forwards.deployAndExecuteAsExecutor.selector,
  toFunctionSelector(getAbiItem({ abi: intentWalletAbi, name: 'refundUnused' })),
]

/** One grant is submitted in every transaction and every simulation of its relayer. */
function grantDigest(grant: Parameters<typeof grantTypedData>[0], { environment, self }: Frame): Hex {
  const { chainId } = environment
  const key = `${chainId} ${self} ${grant.relayer} ${grant.validUntil} ${grant.serial}`
  const digest =
    grantDigests.get(key) ??
    hashTypedData(grantTypedData(grant, { chainId, guest: self, name: contractsOf(self).domainName }))
  if (grantDigests.size > recoveredMax) grantDigests.clear()
  grantDigests.set(key, digest)
  return digest
}

const grantDigests = new Map<string, Hex>()

/** `IntentGuest.sol`: grants, deploys wallets and forwards to them, one or many. */
const guest: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(intentGuestAbi, frame.data)
  if (functionName === 'grants') {
    const held = readGrant(frame, args[0])
    return concat([toWord(held % 2n ** 64n), toWord(held >> 64n)])
  }
  if (functionName === 'submitGrant') {
    const [relayer, validUntil, serial, signature] = args
    const digest = grantDigest({ relayer, validUntil, serial }, frame)
    if (serial <= readGrant(frame, relayer) >> 64n) throw refusedByGuest('GrantOutdated', [relayer, serial, 0n])
    if (recover(digest, signature) !== localOperator.signer) throw refusedByGuest('InvalidGrant', [relayer, digest])
    writeSlot(frame.state, frame.self, grantedStorage(relayer).slot, validUntil | (serial << 64n))
    return nothing
  }
  if (functionName in forwards) {
    const { selector, isExecutor } = forwards[functionName as keyof typeof forwards]
    if (isExecutor) requireGrant(frame, frame.sender)
    const config = args?.[0] as unknown as WalletConfig
    return forward(frame, deploy(frame, config), `${selector}${frame.data.slice(10)}`)
  }
  if (functionName === 'depositAndExecute') {
    if (executorSelectors.includes(args[2].slice(0, 10) as Hex)) requireGrant(frame, frame.sender)
    return depositAndExecute(frame, ...args)
  }
  if (functionName === 'element') {
    const [caller, , hash, deposit, execution] = args
    const selector = execution.slice(0, 10)
    if (selector === forwards.deployAndExecuteAsExecutor.selector) throw refusedByGuest('TolerantInBundle', [])
    if (selector === forwards.deployAndExecuteStrictly.selector) requireGrant(frame, caller)
    return depositAndExecute(frame, hash, deposit, execution)
  }
  if (functionName === 'executeMany') {
    for (const [index, { imageHash: hash, deposit, execution }] of args[0].entries()) {
      const data = encodeCall({
        abi: intentGuestAbi,
        functionName: 'element',
        args: [frame.sender, true, hash, deposit, execution],
      })
      const { ok, data: reason } = frame.call(frame.self, data)
      emitEvent(frame, intentGuestAbi, 'ElementDone', {
        index: BigInt(index),
        imageHash: hash,
        success: ok,
        reason: ok ? '0x' : reason,
      })
    }
    return nothing
  }
  throw new Reverted('0x')
}

const refusedByGuest = (name: string, args: readonly unknown[]) => revertWith(intentGuestAbi, name, args)
const readGrant = (frame: Frame, relayer: Address): bigint =>
  readSlot(frame.state, frame.self, grantedStorage(relayer).slot)

/** The first sender, without code, with a grant that lasts. */
function requireGrant(frame: Frame, caller: Address): void {
  const validUntil = readGrant(frame, caller) % 2n ** 64n
  const nowAt = BigInt(frame.environment.timestampS)
  const isFirst = getAddress(caller) === getAddress(frame.origin) && codeOf(frame.state, caller) === '0x'
  if (!isFirst || nowAt > validUntil) throw refusedByGuest('NotGranted', [caller, frame.origin, validUntil, nowAt])
}

function depositAndExecute(frame: Frame, hash: Hex, deposit: Hex, execution: Hex): Hex {
  if (deposit !== '0x') {
    const { ok, data: reason } = frame.call(setOf('guest', frame).entrypoint, deposit)
    if (!ok && (reason.slice(0, 10) !== nonceUsedSelector || !hasArrived(frame, deposit))) throw new Reverted(reason)
  }
  const { args } = decodeCall(intentWalletAbi, execution)
  const config = args?.[0] as unknown as WalletConfig
  const wallet = deploy(frame, config)
  if (hash !== imageHash(config)) throw refusedByGuest('WrongImageHash', [hash, wallet])
  return forward(frame, wallet, execution)
}

const nonceUsedSelector = revertWith(intentEntrypointAbi, 'NonceUsed', [localContracts.guest, 0n]).data.slice(0, 10)

/** All ways of the entrypoint take the deposit first. */
function hasArrived(frame: Frame, data: Hex): boolean {
  const { args = [] } = decodeCall(intentEntrypointAbi, data)
  const { token, amount, intentAddress } = args[0] as unknown as SignedDeposit
  return tokens.balance(frame, token, intentAddress) >= amount
}

function deploy(frame: Frame, config: WalletConfig): Address {
  const { factory, wallet } = setOf('guest', frame)
  const { ok, data } = frame.call(factory, encodeDeploy(wallet, config))
  if (!ok) throw new Reverted(data)
  return getAddress(walletAddress(config, { factory, wallet }))
}

function forward(frame: Frame, wallet: Address, data: Hex): Hex {
  const { ok, data: reason } = frame.call(wallet, data)
  if (!ok) throw new Reverted(reason)
  return encodeAbiParameters([{ type: 'address' }], [wallet])
}

/** `IntentEntrypoint.sol`. Tokens here take no permit, so an allowance has to be there. */
const entrypoint: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(intentEntrypointAbi, frame.data)
  if (functionName !== 'depositToIntent' && functionName !== 'depositToIntentWithPermit') throw new Reverted('0x')
  const [deposit, signature] = args
  const nowAt = BigInt(frame.environment.timestampS)
  if (nowAt > deposit.deadline) throw refused('Expired', [deposit.deadline, nowAt])
  const digest = hashTypedData(depositTypedData(deposit, frame.environment.chainId, setOf('entrypoint', frame)))
  if (recover(digest, signature) !== getAddress(deposit.user)) throw refused('InvalidSignature', [deposit.user, digest])
  carryOut(frame, deposit)
  return nothing
}

const refused = (name: string, args: readonly unknown[]) => revertWith(intentEntrypointAbi, name, args)

function carryOut(frame: Frame, deposit: SignedDeposit): void {
  const { user, token, amount, intentAddress, nonce, feeAmount, feeCollector } = deposit
  const slot = `used ${user.toLowerCase()} ${nonce}`
  if (readSlot(frame.state, frame.self, slot) === 1n) throw refused('NonceUsed', [user, nonce])
  writeSlot(frame.state, frame.self, slot, 1n)
  const before = tokens.balance(frame, token, intentAddress)
  tokens.transferFrom(frame, token, user, intentAddress, amount)
  const received = tokens.balance(frame, token, intentAddress) - before
  if (received !== amount) throw refused('WrongAmountReceived', [token, amount, received])
  if (feeAmount > 0n) tokens.transferFrom(frame, token, user, feeCollector, feeAmount)
  emitEvent(frame, intentEntrypointAbi, 'Deposited', {
    user,
    intentAddress,
    token,
    amount,
    nonce,
    feeAmount,
    feeCollector,
  })
}

export const intentBehaviours: readonly (readonly [Hex, Behaviour])[] = [
  [contractCode('router'), intentRouter],
  [contractCode('shim'), intentShim],
  [contractCode('utils'), intentUtils],
  [contractCode('entrypoint'), entrypoint],
  [contractCode('factory'), factory],
  [contractCode('guest'), guest],
  ...contractSets.map(({ wallet }) => [cloneCode(wallet), intentWallet] as const),
]
