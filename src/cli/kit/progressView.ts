import type { IntentReceipt } from '../../interface/receiptShapes.ts'
import type { ChainInfo } from '../../interface/tokenShapes.ts'
import type { Progress } from '../../sdk/client.ts'
import { legsOf } from './describeReceipt.ts'
import type { Output } from './output.ts'
import { redraw } from './terminal.ts'

export type ProgressView = { show(progress: Progress): void; moved(receipt: IntentReceipt): void; stop(): void }

const frameMs = 100
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
const marks: Record<string, string> = { SUCCEEDED: '✓', FAILED: '✗', UNKNOWN: '·' }

type Line = { mark?: string; text: string }

/**
 * How an intent is shown while it runs: on a terminal a few lines that change in place, elsewhere a line for each change, so that a log
 * reads well. With `--json` nothing is shown.
 */
export function createProgressView(out: Output, chains: readonly ChainInfo[]): ProgressView {
  const started = performance.now()
  const elapsed = () => `${((performance.now() - started) / 1_000).toFixed(1).padStart(5)} s`
  if (out.json) return { show: () => {}, moved: () => {}, stop: () => {} }
  const screen = process.stderr.isTTY ? liveScreen(elapsed) : plainScreen(out, elapsed)
  const moved = (receipt: IntentReceipt) => screen.legs(legLines(receipt, chains))
  const show = (progress: Progress) => {
    if (progress.stage === 'moved') return moved(progress.receipt)
    const sentence = sayStage(progress)
    if (sentence) screen.say(sentence)
  }
  return { show, moved, stop: screen.stop }
}

function sayStage(progress: Progress): string | undefined {
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

function legLines(receipt: IntentReceipt, chains: readonly ChainInfo[]): Line[] {
  return legsOf(receipt).map(({ name, transaction: { status, chainId } }) => {
    const chain = chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
    return { mark: marks[status], text: `${name.padEnd(11)} ${chain.padEnd(10)} ${status}` }
  })
}

/** Only what changed since the last time. */
function plainScreen(out: Output, elapsed: () => string) {
  const last = new Map<number, string>()
  const legs = (lines: readonly Line[]) => {
    for (const [at, { text }] of lines.entries()) {
      if (last.get(at) === text) continue
      last.set(at, text)
      out.note(`${elapsed()}  ${text}`)
    }
  }
  return { say: (text: string) => out.note(`${elapsed()}  ${text}`), legs, stop: () => {} }
}

function liveScreen(elapsed: () => string) {
  let lines: readonly Line[] = []
  let drawn = 0
  let frame = 0
  let stopped = false
  const draw = (finished: readonly string[] = []) => {
    frame = (frame + 1) % frames.length
    const shown = lines.map(({ mark, text }) => `  ${mark ?? frames[frame]} ${text}`)
    const live = lines.length > 0 ? [...shown, `  ${elapsed()}`] : []
    redraw([...finished, ...live], drawn)
    drawn = live.length
  }
  const timer = setInterval(() => draw(), frameMs).unref()
  return {
    say: (text: string) => draw([`  ${elapsed()}  ${text}`]),
    legs: (changed: readonly Line[]) => {
      lines = changed
      draw()
    },
    stop: () => {
      if (stopped) return
      stopped = true
      clearInterval(timer)
      draw()
    },
  }
}
