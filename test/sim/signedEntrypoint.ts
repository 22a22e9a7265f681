import { encodeAbiParameters, getAddress, hashStruct, hashTypedData, parseAbi, parseSignature, stringToHex } from 'viem'
import { intentEntrypointAbi } from '../../src/chains/contracts/abi/IntentEntrypoint.ts'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { depositTypedData, type SignedDeposit } from '../../src/intents/signedDeposit.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import { contractsOf } from '../engine/scripted/contractSets.ts'
import {
  type Behaviour,
  decodeCall,
  emitEvent,
  type Frame,
  nothing,
  Reverted,
  revertWith,
} from '../engine/scripted/machine.ts'
import { recover } from '../engine/scripted/recover.ts'
import { readSlot, writeSlot } from '../engine/scripted/state.ts'
import { tokens } from '../engine/scripted/tokens.ts'

/** The code under which `deployIntentContracts` puts the entrypoint. */
export const entrypointCode = stringToHex('entrypoint')

const paymentsAbi = parseAbi([
  'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
  'function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
  'function permitWitnessTransferFrom(PermitTransferFrom permit, SignatureTransferDetails details, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
  'error TokenCallFailed(address token, bytes reason)',
])
const permit2TransferAbi = parseAbi(['function transferFrom(address from, address to, uint160 amount, address token)'])
const daiPermitAbi = parseAbi(['function permit(address, address, uint256, uint256, bool, uint8, bytes32, bytes32)'])
const depositFields =
  '(address user,address token,uint256 amount,address intentAddress,uint256 deadline,uint256 chainId,uint256 nonce,uint256 feeAmount,address feeCollector)'
const witnessType = `Intent witness)Intent${depositFields}TokenPermissions(address token,uint256 amount)`

/** How the money of a deposit is moved. */
type Mover = (frame: Frame, deposit: SignedDeposit, to: Address, amount: bigint) => void

const byAllowance: Mover = (frame, { token, user }, to, amount) => tokens.transferFrom(frame, token, user, to, amount)
const fromHere: Mover = (frame, { token }, to, amount) => tokens.transfer(frame, token, to, amount)
const byPermit2: Mover = (frame, { token, user }, to, amount) => {
  const args = [user, to, amount, token] as const
  mustSucceed(frame, permit2Address, encodeCall({ abi: permit2TransferAbi, functionName: 'transferFrom', args }))
}

/** `IntentEntrypoint.sol` with every way to pay in; signatures are checked as the real contracts check them. */
export const signedEntrypoint: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(intentEntrypointAbi, frame.data)
  switch (functionName) {
    case 'name':
      return encodeAbiParameters([{ type: 'string' }], [contractsOf(frame.self).domainName])
    case 'primaryType':
      return encodeAbiParameters([{ type: 'string' }], ['Intent'])
    case 'depositToIntent':
      accept(frame, args[0], args[1])
      return pay(frame, args[0], byAllowance)
    case 'depositToIntentWithPermit': {
      const [deposit, signature, { amount, deadline, signature: permit }] = args
      accept(frame, deposit, signature)
      const [v, r, s] = split(permit)
      // A permit that somebody else used first fails, and its allowance stands: the transfer tells.
      const permitArgs = [deposit.user, frame.self, amount, deadline, v, r, s] as const
      frame.call(deposit.token, encodeCall({ abi: paymentsAbi, functionName: 'permit', args: permitArgs }))
      return pay(frame, deposit, byAllowance)
    }
    case 'depositToIntentWithDaiPermit': {
      const [deposit, signature, { nonce, expiry, signature: permit, revocation }] = args
      accept(frame, deposit, signature)
      daiPermit(frame, deposit, { nonce, expiry, allowed: true }, permit)
      pay(frame, deposit, byAllowance)
      if (revocation !== '0x') daiPermit(frame, deposit, { nonce: nonce + 1n, expiry, allowed: false }, revocation)
      return nothing
    }
    case 'depositToIntentWithPermit2':
      accept(frame, args[0], args[1])
      return pay(frame, args[0], byPermit2)
    case 'depositToIntentWithPermit2Transfer': {
      const [deposit, signature] = args
      return payFromHere(frame, deposit, (total) => {
        const permit = {
          permitted: { token: deposit.token, amount: total },
          nonce: deposit.nonce,
          deadline: deposit.deadline,
        }
        const details = { to: frame.self, requestedAmount: total }
        const takeArgs = [permit, details, deposit.user, structHashOf(frame, deposit), witnessType, signature] as const
        const data = encodeCall({ abi: paymentsAbi, functionName: 'permitWitnessTransferFrom', args: takeArgs })
        mustSucceed(frame, permit2Address, data)
      })
    }
    case 'depositToIntentWithAuthorization': {
      const [deposit, signature] = args
      return payFromHere(frame, deposit, (total) => {
        const [v, r, s] = split(signature)
        const { user, deadline } = deposit
        const takeArgs = [user, frame.self, total, 0n, deadline, digestOf(frame, deposit), v, r, s] as const
        const data = encodeCall({ abi: paymentsAbi, functionName: 'receiveWithAuthorization', args: takeArgs })
        mustSucceed(frame, deposit.token, data)
      })
    }
  }
  throw new Reverted('0x')
}

const refused = (name: string, args: readonly unknown[]) => revertWith(intentEntrypointAbi, name, args)

const typedOf = (frame: Frame, deposit: SignedDeposit) =>
  depositTypedData(deposit, frame.environment.chainId, contractsOf(frame.self))
const digestOf = (frame: Frame, deposit: SignedDeposit): Hex => hashTypedData(typedOf(frame, deposit))
function structHashOf(frame: Frame, deposit: SignedDeposit): Hex {
  const { types, primaryType, message } = typedOf(frame, deposit)
  return hashStruct({ data: message, types, primaryType })
}

/** 65 bytes as (v, r, s); anything else is nobody's. */
function split(signature: Hex): [number, Hex, Hex] {
  if (signature.length !== 132) return [0, zero, zero]
  const { r, s, yParity } = parseSignature(signature)
  return [yParity + 27, r, s]
}
const zero: Hex = `0x${'00'.repeat(32)}`

function accept(frame: Frame, deposit: SignedDeposit, signature: Hex): void {
  const digest = digestOf(frame, deposit)
  if (frame.sender !== deposit.user && recover(digest, signature) !== getAddress(deposit.user))
    throw refused('InvalidSignature', [deposit.user, digest])
  use(frame, deposit)
}

function use(frame: Frame, { user, nonce, deadline }: SignedDeposit): void {
  const nowAt = BigInt(frame.environment.timestampS)
  if (nowAt > deadline) throw refused('Expired', [deadline, nowAt])
  const slot = `used ${user.toLowerCase()} ${nonce % 2n ** 128n}`
  if (readSlot(frame.state, frame.self, slot) === 1n) throw refused('NonceUsed', [user, nonce])
  writeSlot(frame.state, frame.self, slot, 1n)
}

function daiPermit(
  frame: Frame,
  { token, user }: SignedDeposit,
  { nonce, expiry, allowed }: { nonce: bigint; expiry: bigint; allowed: boolean },
  signature: Hex,
): void {
  const [v, r, s] = split(signature)
  const args = [user, frame.self, nonce, expiry, allowed, v, r, s] as const
  frame.call(token, encodeCall({ abi: daiPermitAbi, functionName: 'permit', args }))
}

function payFromHere(frame: Frame, deposit: SignedDeposit, take: (total: bigint) => void): Hex {
  use(frame, deposit)
  const total = deposit.amount + deposit.feeAmount
  const before = tokens.balance(frame, deposit.token, frame.self)
  take(total)
  requireReceived(frame, deposit.token, frame.self, before, total)
  return pay(frame, deposit, fromHere)
}

function pay(frame: Frame, deposit: SignedDeposit, move: Mover): Hex {
  const { token, amount, intentAddress, feeAmount, feeCollector } = deposit
  const before = tokens.balance(frame, token, intentAddress)
  move(frame, deposit, intentAddress, amount)
  requireReceived(frame, token, intentAddress, before, amount)
  if (feeAmount > 0n) move(frame, deposit, feeCollector, feeAmount)
  emitEvent(frame, intentEntrypointAbi, 'Deposited', { ...deposit })
  return nothing
}

function requireReceived(frame: Frame, token: Address, holder: Address, before: bigint, amount: bigint): void {
  const received = tokens.balance(frame, token, holder) - before
  if (received !== amount) throw refused('WrongAmountReceived', [token, amount, received])
}

function mustSucceed(frame: Frame, to: Address, data: Hex): void {
  const { ok, data: reason } = frame.call(to, data)
  if (!ok) throw revertWith(paymentsAbi, 'TokenCallFailed', [to, reason])
}
