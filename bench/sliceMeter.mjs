// `--import` it into a service: SIGUSR2 starts measuring turns of the event loop in CPU time (Linux), the next appends
// them to the file in SLICES_TO. The loop never sleeps meanwhile, so a turn is the work between two polls for events.
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.SLICES_TO
const stat = `/proc/self/task/${process.pid}/schedstat`
const threadMs = () => Number(readFileSync(stat, 'utf8').split(' ', 1)[0]) / 1e6

/** A shorter turn is empty. */
const emptyMs = 0.1

if (isMainThread && file) {
  let slices
  let beforeMs = 0
  const turn = () => {
    const nowMs = threadMs()
    if (nowMs - beforeMs > emptyMs) slices?.push(nowMs - beforeMs)
    beforeMs = nowMs
    if (slices) setImmediate(turn)
  }
  process.on('SIGUSR2', () => {
    if (!slices) {
      slices = []
      beforeMs = threadMs()
      setImmediate(turn)
      return
    }
    const sorted = slices.toSorted((a, b) => a - b)
    slices = undefined
    const at = (share) => Number(sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1))
    const over = (ms) => sorted.filter((one) => one > ms).length
    const told = {
      slices: sorted.length,
      p99: at(0.99),
      p999: at(0.999),
      worst: at(1),
      over25: over(25),
      over100: over(100),
    }
    appendFileSync(file, `${JSON.stringify(told)}\n`)
  })
}
