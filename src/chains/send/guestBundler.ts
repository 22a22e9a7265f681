import {
  type Abi,
  type AbiFunction,
  decodeAbiParameters,
  decodeEventLog,
  decodeFunctionData,
  toFunctionSelector,
} from 'viem'
import { encodeExecuteMany, type GuestExecution, imageHash, type WalletConfig } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { OutboxItem } from '../../stores/store.ts'
import type { ChainReceipt } from '../chain.ts'
import { intentGuestAbi } from '../contracts/abi/IntentGuest.ts'
import { intentWalletAbi } from '../contracts/abi/IntentWallet.ts'

export type Bundled = { to: Address; data: Hex; value: bigint; gasLimit: bigint }

/** How many items become one transaction in which an element that fails does not touch the others. */
export type Bundler = {
  /** Whether this item may share a transaction; the others are sent alone, as they are. */
  canShare(item: OutboxItem): boolean
  bundle(items: readonly OutboxItem[]): Bundled
  /** Places of the elements that failed, from the receipt of a bundle that was mined. */
  failedElements(receipt: ChainReceipt): number[]
}

const transactionGas = 21_000n
/** Under EIP-7623 a byte of call data costs at most this. */
const gasPerByte = 40n
/** The guest's own work on an element, its reserve included, with room. */
const gasPerElement = 60_000n

type ToExecution = (item: OutboxItem) => Omit<GuestExecution, 'gasLimit'>

// Both functions take the wallet's configuration first; the calls behind it need not be read.
const configParameter = functionOf(intentGuestAbi, 'deployAndExecute').inputs[0]!

/** Bundles through `IntentGuest.executeMany`: each element has its own gas and ends in an event that says how. */
export function createGuestBundler(guest: Address): Bundler {
  const byselector: Record<Hex, ToExecution> = {
    [selectorOf(intentGuestAbi, 'deployAndExecute')]: (item) => forwarded(item, selectorOf(intentWalletAbi, 'execute')),
    [selectorOf(intentGuestAbi, 'deployAndRefund')]: (item) => forwarded(item, selectorOf(intentWalletAbi, 'refund')),
    [selectorOf(intentGuestAbi, 'depositAndExecute')]: ({ data }) => {
      const { args } = decodeFunctionData({ abi: intentGuestAbi, data })
      const [hash, deposit, execution] = args as unknown as [Hex, Hex, Hex]
      return { imageHash: hash, deposit, execution }
    },
  }

  /** The wallet's function takes the same arguments as the guest's, so only the selector changes. */
  function forwarded({ data }: OutboxItem, selector: Hex): Omit<GuestExecution, 'gasLimit'> {
    const [config] = decodeAbiParameters([configParameter], `0x${data.slice(10)}`)
    return {
      imageHash: imageHash(config as unknown as WalletConfig),
      deposit: '0x',
      execution: `${selector}${data.slice(10)}`,
    }
  }

  return {
    canShare: ({ to, data, value }) =>
      value === 0n && to.toLowerCase() === guest.toLowerCase() && data.slice(0, 10) in byselector,
    bundle: (items) => {
      const executions = items.map((item) => {
        const toExecution = byselector[item.data.slice(0, 10) as Hex]
        if (!toExecution) throw new Error('an item that cannot share a transaction reached the bundler')
        return { ...toExecution(item), gasLimit: item.gasLimit }
      })
      const data = encodeExecuteMany(executions)
      const elements = items.reduce((sum, item) => sum + (item.gasLimit * 64n) / 63n + gasPerElement, 0n)
      return { to: guest, data, value: 0n, gasLimit: transactionGas + BigInt(data.length / 2) * gasPerByte + elements }
    },
    failedElements: ({ logs }) =>
      logs.flatMap((log) => {
        if (log.address.toLowerCase() !== guest.toLowerCase()) return []
        const { args } = decodeEventLog({ abi: intentGuestAbi, data: log.data, topics: log.topics as [Hex, ...Hex[]] })
        const { index, success } = args as unknown as { index: bigint; success: boolean }
        return success ? [] : [Number(index)]
      }),
  }
}

function functionOf(abi: Abi, name: string): AbiFunction {
  const found = abi.find((item) => item.type === 'function' && item.name === name)
  if (found?.type !== 'function') throw new Error(`the ABI has no function ${name}`)
  return found
}

const selectorOf = (abi: Abi, name: string): Hex => toFunctionSelector(functionOf(abi, name))
