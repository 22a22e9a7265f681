import {
  type Abi,
  concat,
  domainSeparator,
  encodeAbiParameters,
  erc20Abi,
  numberToHex,
  parseAbi,
  stringToHex,
  type TypedDataDomain,
  toFunctionSelector,
} from 'viem'
import { encodeCall } from '../../src/evm/encodeCall.ts'
import { keccak256 } from '../../src/evm/keccak.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import {
  type Behaviour,
  decodeCall,
  emitEvent,
  type Frame,
  nothing,
  revertText,
  toWord,
} from '../engine/scripted/machine.ts'
import { recover } from '../engine/scripted/recover.ts'
import { readSlot, writeSlot } from '../engine/scripted/state.ts'
import { setAllowance, token } from '../engine/scripted/tokens.ts'

/** A token with EIP-2612 permits and ERC-3009 authorizations, as USDC. */
export const permitTokenCode = stringToHex('token with permits and authorizations')
/** A token with DAI's own permit. */
export const daiTokenCode = stringToHex('token with the permit of DAI')

const readsAbi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function nonces(address) view returns (uint256)',
])
const permitAbi = [
  ...readsAbi,
  ...parseAbi([
    'function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() view returns (bytes32)',
    'function authorizationState(address, bytes32) view returns (bool)',
    'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
    'function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
  ]),
] as const
const daiAbi = [
  ...readsAbi,
  ...parseAbi(['function permit(address, address, uint256, uint256, bool, uint8, bytes32, bytes32)']),
] as const

export const typeHash = (text: string): Hex => keccak256(stringToHex(text))
const permitType = typeHash('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)')
const daiType = typeHash('Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)')
const receiveType = typeHash(
  'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)
const wholeBalance = 2n ** 256n - 1n

const selectorsOf = (abi: Abi): ReadonlySet<string> =>
  new Set(abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : [])))
const permitSelectors = selectorsOf(permitAbi)
const daiSelectors = selectorsOf(daiAbi)

const separators = new Map<string, Hex>()
/** Found once for each token: a quote asks for it, and so does every signature that is checked. */
function separatorOf(frame: Frame, name: string, version: string): Hex {
  const { self: verifyingContract, environment } = frame
  const key = `${environment.chainId} ${verifyingContract}`
  const domain: TypedDataDomain = { name, version, chainId: environment.chainId, verifyingContract }
  const known = separators.get(key) ?? domainSeparator({ domain })
  separators.set(key, known)
  return known
}

const digestOf = (separator: Hex, structHash: Hex): Hex => keccak256(concat(['0x1901', separator, structHash]))

const joined = (v: number, r: Hex, s: Hex): Hex => concat([r, s, numberToHex(v, { size: 1 })])

export const words = (...values: (Hex | bigint | boolean)[]): Hex =>
  concat(
    values.map((value) =>
      typeof value === 'string' ? (`0x${value.slice(2).toLowerCase().padStart(64, '0')}` as const) : toWord(value),
    ),
  )

const nonceSlot = (owner: Address): string => `permit nonce ${owner.toLowerCase()}`
const string = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
export const isLate = (frame: Frame, deadline: bigint): boolean => BigInt(frame.environment.timestampS) > deadline

/** Reverts unless `owner` signed the struct under the domain. */
export function requireSigned(separator: Hex, structHash: Hex, signature: Hex, owner: Address): void {
  const signer = recover(digestOf(separator, structHash), signature)
  if (signer?.toLowerCase() !== owner.toLowerCase()) throw revertText('invalid signature')
}

function allow(frame: Frame, owner: Address, spender: Address, value: bigint): Hex {
  writeSlot(frame.state, frame.self, nonceSlot(owner), readSlot(frame.state, frame.self, nonceSlot(owner)) + 1n)
  setAllowance(frame.state, frame.self, owner, spender, value)
  emitEvent(frame, erc20Abi, 'Approval', { owner, spender, value })
  return nothing
}

export const permitToken: Behaviour = (frame) => {
  if (!permitSelectors.has(frame.data.slice(0, 10))) return token(frame)
  const { state, self } = frame
  const separator = separatorOf(frame, 'USD Coin', '2')
  const { functionName, args } = decodeCall(permitAbi, frame.data)
  switch (functionName) {
    case 'name':
      return string('USD Coin')
    case 'version':
      return string('2')
    case 'DOMAIN_SEPARATOR':
      return separator
    case 'PERMIT_TYPEHASH':
      return permitType
    case 'RECEIVE_WITH_AUTHORIZATION_TYPEHASH':
      return receiveType
    case 'nonces':
      return toWord(readSlot(state, self, nonceSlot(args[0])))
    case 'authorizationState':
      return toWord(readSlot(state, self, `authorization ${args[0].toLowerCase()} ${args[1]}`))
    case 'permit': {
      const [owner, spender, value, deadline, v, r, s] = args
      if (isLate(frame, deadline)) throw revertText('permit is expired')
      const nonce = readSlot(state, self, nonceSlot(owner))
      const struct = keccak256(words(permitType, owner, spender, value, nonce, deadline))
      requireSigned(separator, struct, joined(v, r, s), owner)
      return allow(frame, owner, spender, value)
    }
    case 'receiveWithAuthorization': {
      const [from, to, value, validAfter, validBefore, nonce, v, r, s] = args
      const nowS = BigInt(frame.environment.timestampS)
      if (frame.sender.toLowerCase() !== to.toLowerCase()) throw revertText('caller must be the payee')
      if (nowS <= validAfter || nowS >= validBefore) throw revertText('authorization is not valid now')
      const slot = `authorization ${from.toLowerCase()} ${nonce}`
      if (readSlot(state, self, slot) === 1n) throw revertText('authorization is used or canceled')
      const struct = keccak256(words(receiveType, from, to, value, validAfter, validBefore, nonce))
      requireSigned(separator, struct, joined(v, r, s), from)
      writeSlot(state, self, slot, 1n)
      return token({ ...frame, sender: from, data: transferData(to, value) })
    }
  }
}

const transferData = (to: Address, value: bigint): Hex =>
  encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })

export const daiToken: Behaviour = (frame) => {
  if (!daiSelectors.has(frame.data.slice(0, 10))) return token(frame)
  const { state, self } = frame
  const separator = separatorOf(frame, 'Dai Stablecoin', '1')
  const { functionName, args } = decodeCall(daiAbi, frame.data)
  switch (functionName) {
    case 'name':
      return string('Dai Stablecoin')
    case 'version':
      return string('1')
    case 'DOMAIN_SEPARATOR':
      return separator
    case 'PERMIT_TYPEHASH':
      return daiType
    case 'nonces':
      return toWord(readSlot(state, self, nonceSlot(args[0])))
    case 'permit': {
      const [holder, spender, nonce, expiry, allowed, v, r, s] = args
      if (expiry !== 0n && isLate(frame, expiry)) throw revertText('Dai/permit-expired')
      if (nonce !== readSlot(state, self, nonceSlot(holder))) throw revertText('Dai/invalid-nonce')
      const struct = keccak256(words(daiType, holder, spender, nonce, expiry, allowed))
      requireSigned(separator, struct, joined(v, r, s), holder)
      return allow(frame, holder, spender, allowed ? wholeBalance : 0n)
    }
  }
}
