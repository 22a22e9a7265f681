import { getAddress, type Hex, parseAbi, slice, stringToHex } from 'viem'
import { encodeCall } from '../../../src/evm/encodeCall.ts'
import type { Address } from '../../../src/interface/fields.ts'
import { nativeToken } from '../../../src/interface/limits.ts'
import { spokePoolAbi } from '../../../src/providers/protocolAbis.ts'
import { type Behaviour, decodeCall, emitEvent, type Frame, nothing, Reverted, revertText, toWord } from './machine.ts'
import { readSlot, type State, writeSlot } from './state.ts'
import { mintAbi, setTokenBalance, tokenBalance, tokens } from './tokens.ts'

export const poolCode = stringToHex('pool')
export const spokePoolCode = stringToHex('spoke pool')
export const burnBridgeCode = stringToHex('burn bridge')
export const vaultCode = stringToHex('vault')

export const poolAbi = parseAbi([
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 amountOut) payable',
])

/** Native token sent by others than our contracts leaves no log. */
function pay(frame: Frame, token: Address, to: Address, amount: bigint): void {
  if (token !== nativeToken) tokens.transfer(frame, token, to, amount)
  else if (!frame.call(to, '0x', amount).ok) throw revertText('cannot pay')
}

/** How much less than quoted the pool pays, in basis points: a price change after the quote. */
export const setSlip = (state: State, pool: Address, bps: number): void => writeSlot(state, pool, 'slip', BigInt(bps))

/** Pays the quoted amount less the price change. Never empty: its tokens appear as it pays. */
const pool: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(poolAbi, frame.data)
  if (functionName !== 'swap') throw new Reverted('0x')
  const [tokenIn, tokenOut, amountIn, amountOut] = args
  const { self, sender, state, value } = frame
  if (tokenIn !== nativeToken) tokens.transferFrom(frame, tokenIn, sender, self, amountIn)
  else if (value !== amountIn) throw revertText('wrong value')
  const paid = amountOut - (amountOut * readSlot(state, self, 'slip')) / 10_000n
  if (tokenOut !== nativeToken) setTokenBalance(state, tokenOut, self, tokenBalance(state, tokenOut, self) + paid)
  pay(frame, tokenOut, sender, paid)
  return nothing
}

/** Stands for `FilledRelay`, `MintAndWithdraw` and `OFTReceived`: a bridge names its recipient. */
const brought = 'event Brought(address indexed recipient, uint256 amount)'
export const broughtEvent = parseAbi([brought])

export const spokePoolEvents = parseAbi([
  brought,
  'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
  'event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)',
])

/** Stands for an Across root bundle's proof: refunds an unfilled deposit. */
export const giveBackAbi = parseAbi(['function giveBack(address token, address[] to, uint256[] amounts)'])
/** Stands for `fillRelay`, paid by any filler: the pool, not the token, pays the recipient. */
export const fillAbi = parseAbi(['function fill(address token, address recipient, uint256 amount)'])
const spokeAbi = [...spokePoolAbi, ...giveBackAbi, ...fillAbi]

export const pauseSpokePool = (state: State, spokePool: Address, paused: boolean): void =>
  writeSlot(state, spokePool, 'paused', paused ? 1n : 0n)

const spokePool: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(spokeAbi, frame.data)
  const { self, sender, state, value, environment } = frame
  if (functionName === 'giveBack') {
    const [token, to, amounts] = args
    for (const [index, receiver] of to.entries()) pay(frame, token, receiver, amounts[index] ?? 0n)
    emitEvent(frame, spokePoolEvents, 'ExecutedRelayerRefundRoot', {
      amountToReturn: 0n,
      chainId: BigInt(environment.chainId),
      refundAmounts: amounts,
      rootBundleId: 0,
      leafId: 0,
      l2TokenAddress: token,
      refundAddresses: to,
      deferredRefunds: false,
      caller: sender,
    })
    return nothing
  }
  if (functionName === 'fill') {
    const [token, recipient, amount] = args
    // Native token comes from the pool's own: it unwraps for a recipient without code.
    if (token !== nativeToken) {
      setTokenBalance(state, token, sender, tokenBalance(state, token, sender) - amount)
      setTokenBalance(state, token, self, tokenBalance(state, token, self) + amount)
    }
    pay(frame, token, recipient, amount)
    emitEvent(frame, broughtEvent, 'Brought', { recipient, amount })
    return nothing
  }
  if (readSlot(state, self, 'paused') === 1n) throw revertText('deposits are paused')
  const [depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, destinationChainId] = args
  const token = getAddress(slice(inputToken, 12))
  // Native token is taken as wrapped; the deposit carries it as value.
  if (value === 0n) tokens.transferFrom(frame, token, sender, self, inputAmount)
  else {
    if (value !== inputAmount) throw revertText('wrong value')
    if (!frame.call(token, '0x', value).ok) throw revertText('cannot wrap')
  }
  const depositId = readSlot(state, self, 'deposits')
  writeSlot(state, self, 'deposits', depositId + 1n)
  const [, , , , , , , exclusiveRelayer, quoteTimestamp, fillDeadline, exclusivityDeadline, message] = args
  emitEvent(frame, spokePoolEvents, 'FundsDeposited', {
    inputToken,
    outputToken,
    inputAmount,
    outputAmount,
    destinationChainId,
    depositId,
    quoteTimestamp,
    fillDeadline,
    exclusivityDeadline,
    depositor,
    recipient,
    exclusiveRelayer,
    message,
  })
  return nothing
}

export const burnBridgeAbi = parseAbi([
  'function burn(address token, uint256 amount, address recipient)',
  'function mint(address token, uint256 amount, address recipient, uint256 id)',
])

/** Burns here and mints there by a message that anyone may deliver, once: CCTP without its attestation. */
const burnBridge: Behaviour = (frame) => {
  const { functionName, args } = decodeCall(burnBridgeAbi, frame.data)
  const { self, state, sender } = frame
  if (functionName === 'burn') {
    tokens.transferFrom(frame, args[0], sender, self, args[1])
    return nothing
  }
  const [token, amount, recipient, id] = args
  if (readSlot(state, self, `delivered ${id}`) === 1n) throw revertText('nonce already used')
  writeSlot(state, self, `delivered ${id}`, 1n)
  const data = encodeCall({ abi: mintAbi, functionName: 'mint', args: [recipient, amount] })
  if (!frame.call(token, data).ok) throw revertText('cannot mint')
  emitEvent(frame, broughtEvent, 'Brought', { recipient, amount })
  return nothing
}

export const vaultAbi = parseAbi(['function deposit(uint256 assets, address receiver)'])

/** The vault's token; none: every call of it fails. */
export const setVaultAsset = (state: State, vault: Address, asset: Address): void =>
  writeSlot(state, vault, 'asset', BigInt(asset))

/** A destination call's target: takes the named assets from its caller. */
const vault: Behaviour = (frame) => {
  const { args } = decodeCall(vaultAbi, frame.data)
  const asset = getAddress(slice(toWord(readSlot(frame.state, frame.self, 'asset')), 12))
  if (asset === nativeToken) throw revertText('the vault is closed')
  tokens.transferFrom(frame, asset, frame.sender, frame.self, args[0])
  return nothing
}

export const marketBehaviours: readonly (readonly [Hex, Behaviour])[] = [
  [poolCode, pool],
  [spokePoolCode, spokePool],
  [burnBridgeCode, burnBridge],
  [vaultCode, vault],
]
