/** Processor time of the fixed work below on the machine that set the bounds. */
const referenceMs = 20

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function fixedWorkMs(): number {
  const before = process.cpuUsage()
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ key: `${(index * 7_919) % 20_011}`, index }))
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  JSON.parse(JSON.stringify(rows))
  return cpuMsSince(before)
}

/** How much slower this machine is now, at least 1: shared caches and cores raise processor time. */
export function slowness(rounds = 5): number {
  return Math.max(1, Math.min(...Array.from({ length: rounds }, fixedWorkMs)) / referenceMs)
}

/**
 * The least processor time of several calls, scaled to the usual machine. The first calls include compiling, and all
 * include sending and Node's collecting; once one takes at most `enough`, it stops.
 */
export async function leastCpuMs(call: () => Promise<unknown>, enough: number, samples: number): Promise<number> {
  let [leastMs, workMs] = [Number.POSITIVE_INFINITY, referenceMs]
  const scaled = () => leastMs * Math.min(1, referenceMs / workMs)
  for (let sample = 0; sample < samples && scaled() > enough; sample++) {
    const before = process.cpuUsage()
    await call()
    leastMs = Math.min(leastMs, cpuMsSince(before))
    if (leastMs <= enough) break
    // Adjacent, so that both meet the same machine.
    const tookMs = fixedWorkMs()
    workMs = sample === 0 ? tookMs : Math.min(workMs, tookMs)
  }
  return scaled()
}
