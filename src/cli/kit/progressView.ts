import type { IntentReceipt } from '../../interface/receiptShapes.ts'
import type { ChainInfo } from '../../interface/tokenShapes.ts'
import type { Progress } from '../../sdk/client.ts'
import { namedLegs } from './describeReceipt.ts'
import { drawIntent } from './drawIntent.ts'
import { columnsMin, hanging } from './layout.ts'
import type { Output } from './output.ts'
import { redraw } from './terminal.ts'

export type ProgressView = { show(progress: Progress): void; moved(receipt: IntentReceipt): void; stop(): void }

const frameMs = 100

/**
 * How a running intent is shown: on a terminal, a picture that changes in place; elsewhere a line per change, so that
 * a log reads well; with `--json`, nothing.
 */
export function createProgressView(out: Output, chains: readonly ChainInfo[]): ProgressView {
  const startedMs = performance.now()
  const elapsedS = () => (performance.now() - startedMs) / 1_000
  if (out.json) return { show: () => {}, moved: () => {}, stop: () => {} }
  const chainName = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id)
  const screen = process.stderr.isTTY ? liveScreen(elapsedS, chainName) : plainScreen(out, elapsedS, chainName)
  const show = (progress: Progress) => {
    if (progress.stage === 'moved') return screen.moved(progress.receipt)
    const sentence = describeStage(progress)
    if (sentence) screen.say(sentence)
  }
  return { show, moved: screen.moved, stop: screen.stop }
}

function describeStage(progress: Progress): string | undefined {
  switch (progress.stage) {
    case 'verified':
      return 'the quote does what was asked, and no more'
    case 'committed':
      return 'committed: the rate is reserved'
    case 'signing':
      return progress.by === 'transfer' || progress.by === 'calls'
        ? 'sending the deposit'
        : `signing the deposit (${progress.by}); the service sends it`
    case 'deposited':
      return progress.txnHash ? `deposit sent: ${progress.txnHash}` : 'the deposit is there'
    case 'executing':
      return 'executing'
    case 'waiting':
      return `waiting for the service (${progress.waiting.error}); the call is made again`
    default:
      return undefined
  }
}

const stamp = (seconds: number): string => `${seconds.toFixed(1).padStart(5)} s`

/** Within 80 columns, including the live screen's margin of two; a hash goes on the next line. */
const stamped = (seconds: number, text: string): string[] => hanging(`${stamp(seconds)}  `, text, columnsMin - 2)

/** Prints a line for each leg whose status changed. */
function plainScreen(out: Output, elapsedS: () => number, chainName: (id: number) => string) {
  const last = new Map<number, string>()
  const moved = (receipt: IntentReceipt) => {
    for (const [at, { name, transaction }] of namedLegs(receipt).entries()) {
      const text = `${name.padEnd(11)} ${chainName(transaction.chainId).padEnd(10)} ${transaction.status}`
      if (last.get(at) === text) continue
      last.set(at, text)
      out.note(`${stamp(elapsedS())}  ${text}`)
    }
  }
  return { say: (text: string) => out.note(...stamped(elapsedS(), text)), moved, stop: () => {} }
}

/** Shown until the first sentence: a quote takes seconds on slow chains. */
const firstWait = 'asking the service …'

/** Sentences scroll by above the current state: first the wait for a quote, then the picture of the intent. */
function liveScreen(elapsedS: () => number, chainName: (id: number) => string) {
  let shown: IntentReceipt | undefined
  let drawn = 0
  let frame = 0
  let stopped = false
  let hasSaid = false
  const draw = (finished: readonly string[] = [], isLast = false) => {
    frame++
    const moment = { elapsedS: elapsedS(), frame, chainName }
    const live = shown
      ? drawIntent(shown, moment)
      : isLast
        ? []
        : [`  ${stamp(elapsedS())}  ${hasSaid ? '…' : firstWait}`]
    redraw([...finished, ...live], drawn)
    drawn = live.length
  }
  const timer = setInterval(() => draw(), frameMs).unref()
  return {
    say: (text: string) => {
      hasSaid = true
      draw(stamped(elapsedS(), text).map((line) => `  ${line}`))
    },
    moved: (receipt: IntentReceipt) => {
      shown = receipt
      draw()
    },
    stop: () => {
      if (stopped) return
      stopped = true
      clearInterval(timer)
      draw([], true)
    },
  }
}
