import { domainSeparator, erc20Abi, parseAbi, stringToHex } from 'viem'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { keccak256 } from '../../src/evm/keccak.ts'
import { permit2Domain } from '../../src/intents/tokenSigning.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import { type Behaviour, decodeCall, type Frame, nothing, revertText } from '../engine/scripted/machine.ts'
import { readSlot, type State, writeSlot } from '../engine/scripted/state.ts'
import { isLate, requireSigned, typeHash, words } from './permitToken.ts'

export const permit2Code = stringToHex('Permit2')
const permit2Abi = parseAbi([
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function allowance(address user, address token, address spender) view returns (uint160, uint48, uint48)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function permitWitnessTransferFrom(PermitTransferFrom permit, SignatureTransferDetails details, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
])
const permissionsType = typeHash('TokenPermissions(address token,uint256 amount)')
const witnessBegins =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,'

const permit2Slot = (user: Address, asset: Address, spender: Address): string =>
  `allowance ${user.toLowerCase()} ${asset.toLowerCase()} ${spender.toLowerCase()}`

/** Permit2's `transferFrom` out of allowances that stand, and its transfers by a signature with a witness. */
export const permit2: Behaviour = (frame) => {
  const { state, self, sender, environment } = frame
  const { functionName, args } = decodeCall(permit2Abi, frame.data)
  const separator = () => domainSeparator({ domain: permit2Domain(environment.chainId) })
  const far = 2n ** 48n - 1n
  switch (functionName) {
    case 'DOMAIN_SEPARATOR':
      return separator()
    case 'allowance':
      return words(readSlot(state, self, permit2Slot(args[0], args[1], args[2])), far, 0n)
    case 'transferFrom': {
      const [from, to, amount, asset] = args
      const slot = permit2Slot(from, asset, sender)
      const allowed = readSlot(state, self, slot)
      if (allowed < amount) throw revertText('InsufficientAllowance')
      writeSlot(state, self, slot, allowed - amount)
      return take(frame, asset, from, to, amount)
    }
    case 'permitWitnessTransferFrom': {
      const [{ permitted, nonce, deadline }, { to, requestedAmount }, owner, witness, ending, signature] = args
      if (isLate(frame, deadline)) throw revertText('SignatureExpired')
      if (requestedAmount > permitted.amount) throw revertText('InvalidAmount')
      const slot = `nonce ${owner.toLowerCase()} ${nonce}`
      if (readSlot(state, self, slot) === 1n) throw revertText('InvalidNonce')
      writeSlot(state, self, slot, 1n)
      const permissions = keccak256(words(permissionsType, permitted.token, permitted.amount))
      const struct = keccak256(
        words(typeHash(`${witnessBegins}${ending}`), permissions, sender, nonce, deadline, witness),
      )
      requireSigned(separator(), struct, signature, owner)
      return take(frame, permitted.token, owner, to, requestedAmount)
    }
  }
}

/** As after an `approve` at Permit2 that never ends. */
export const allowAtPermit2 = (state: State, user: Address, asset: Address, spender: Address, amount: bigint): void =>
  writeSlot(state, permit2Address, permit2Slot(user, asset, spender), amount)

function take(frame: Frame, asset: Address, from: Address, to: Address, amount: bigint): Hex {
  const data = encodeCall({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, amount] })
  if (!frame.call(asset, data).ok) throw revertText('TRANSFER_FROM_FAILED')
  return nothing
}
