import {
  type Abi,
  type AbiFunction,
  decodeAbiParameters,
  decodeEventLog,
  decodeFunctionData,
  getAbiItem,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { sameAddress } from '../../evm/address.ts'
import { encodeExecuteMany, type GuestExecution, imageHash } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { OutboxItem } from '../../stores/store.ts'
import type { ChainReceipt } from '../chain.ts'
import { intentGuestAbi } from '../contracts/abi/IntentGuest.ts'
import { intentWalletAbi } from '../contracts/abi/IntentWallet.ts'
import type { Neighbours } from './neighbours.ts'

export type Bundled = { to: Address; data: Hex; value: bigint; gasLimit: bigint }

/** Packs items into one transaction; a failed element does not affect the others. */
export type Bundler = {
  /** Whether this item may share a transaction; if not, it is sent alone and unchanged. */
  canShare(item: OutboxItem): boolean
  bundle(items: readonly OutboxItem[]): Bundled
  /**
   * Indexes of the failed elements, from a mined bundle's receipt and call. An element succeeded only if the called
   * guest, perhaps of an earlier version, emitted its index and wallet.
   */
  failedElements(receipt: Pick<ChainReceipt, 'logs'>, call: Pick<Bundled, 'to' | 'data'>): number[]
  /** Absent: all runs may share a transaction. */
  neighbours?: Neighbours
}

const transactionGas = 21_000n
/** Under EIP-7623 a byte of call data costs at most this. */
const gasPerByte = 40n
/** The guest's own gas for an element, with its reserve and a margin. */
const gasPerElement = 60_000n

const elementDoneTopic = toEventSelector('ElementDone(uint256,bytes32,bool,bytes)')

type Element = Omit<GuestExecution, 'gasLimit'>

// These functions take the wallet's configuration first; the calls after it need not be decoded.
const [configParameter] = getAbiItem({ abi: intentGuestAbi, name: 'deployAndExecuteStrictly' }).inputs
const depositSelector = selectorOf(intentGuestAbi, 'depositAndExecute')
const tolerantSelector = selectorOf(intentWalletAbi, 'executeAsExecutor')

/** What guest functions become inside a bundle, by selector. Tolerant runs have no row: the guest rejects them. */
const toElement: Readonly<Record<Hex, (data: Hex) => Element>> = {
  [selectorOf(intentGuestAbi, 'deployAndExecuteStrictly')]: (data) =>
    forwarded(data, selectorOf(intentWalletAbi, 'executeStrictly')),
  [selectorOf(intentGuestAbi, 'deployAndRefund')]: (data) => forwarded(data, selectorOf(intentWalletAbi, 'refund')),
  [depositSelector]: (data) => {
    const { functionName, args } = decodeFunctionData({ abi: intentGuestAbi, data })
    if (functionName !== 'depositAndExecute') throw new Error('not a deposit with its batch')
    const [hash, deposit, execution] = args
    return { imageHash: hash, deposit, execution }
  },
}

/** The wallet's function takes the same arguments as the guest's, so only the selector changes. */
function forwarded(data: Hex, selector: Hex): Element {
  const [config] = decodeAbiParameters([configParameter], `0x${data.slice(10)}`)
  return {
    imageHash: imageHash(config),
    deposit: '0x',
    execution: `${selector}${data.slice(10)}`,
  }
}

/** The item as a bundle element; undefined for a tolerant run or one without a deposit (`encodeExecuteAlone`). */
function elementOf({ data }: Pick<OutboxItem, 'data'>): Element | undefined {
  const selector = data.slice(0, 10) as Hex
  const element = toElement[selector]?.(data)
  if (selector === depositSelector && element?.deposit === '0x') return undefined
  return element?.execution.startsWith(tolerantSelector) ? undefined : element
}

/** Bundles through `IntentGuest.executeMany`: each element has its own gas limit and emits whether it succeeded. */
export function createGuestBundler(guest: Address, neighbours?: Neighbours): Bundler {
  return {
    neighbours,
    canShare: (item) => {
      const selector = item.data.slice(0, 10) as Hex
      if (item.value !== 0n || !sameAddress(item.to, guest) || !(selector in toElement)) return false
      return selector !== depositSelector || elementOf(item) !== undefined
    },
    bundle: (items) => {
      const executions = items.map((item) => {
        const element = elementOf(item)
        if (!element) throw new Error('an item that cannot share a transaction reached the bundler')
        return { ...element, gasLimit: item.gasLimit }
      })
      const data = encodeExecuteMany(executions)
      const elements = items.reduce((sum, item) => sum + (item.gasLimit * 64n) / 63n + gasPerElement, 0n)
      return { to: guest, data, value: 0n, gasLimit: transactionGas + BigInt(data.length / 2) * gasPerByte + elements }
    },
    failedElements: ({ logs }, { to, data }) => {
      const { functionName, args } = decodeFunctionData({ abi: intentGuestAbi, data })
      if (functionName !== 'executeMany') throw new Error('not a bundle')
      const succeeded = new Set(
        logs.filter(({ address }) => sameAddress(address, to)).flatMap(({ topics, data }) => readDone(topics, data)),
      )
      return args[0].flatMap(({ imageHash: hash }, index) => (succeeded.has(`${index} ${hash}`) ? [] : [index]))
    },
  }
}

/** Index and wallet of an element that succeeded. */
function readDone(topics: readonly Hex[], data: Hex): string[] {
  const [signature, ...indexed] = topics
  if (signature !== elementDoneTopic) return []
  const { args } = decodeEventLog({
    abi: intentGuestAbi,
    eventName: 'ElementDone',
    topics: [signature, ...indexed],
    data,
  })
  return args.success ? [`${args.index} ${args.imageHash}`] : []
}

function functionOf(abi: Abi, name: string): AbiFunction {
  const found = abi.find((item) => item.type === 'function' && item.name === name)
  if (found?.type !== 'function') throw new Error(`the ABI has no function ${name}`)
  return found
}

function selectorOf(abi: Abi, name: string): Hex {
  return toFunctionSelector(functionOf(abi, name))
}
