import type { Chain } from '../chains/chain.ts'
import type { Clock } from '../host/clock.ts'
import { readRound } from './feedRound.ts'

/** Chainlink's advice: this long after a restart, feeds have caught up and rounds from before it count again. */
const graceS = 3_600

/**
 * For a chain: the Unix second from which prices are believed; undefined (believe none) while the rollup's sequencer is
 * down or its uptime feed does not answer; zero without a sequencer. A restarted sequencer brings old prices, which an
 * arbitrageur could trade against until the feeds update.
 */
export function createSequencerWatch(clock: Clock): (chain: Chain) => Promise<number | undefined> {
  return async (chain) => {
    const { sequencerUptime } = chain.definition
    if (!sequencerUptime) return 0
    const round = await readRound(chain, sequencerUptime)
    // The uptime feed answers 0 for up and 1 for down; `startedAt` is zero until its first report.
    if (round?.answer !== 0n || round.startedAtS === 0) return undefined
    return clock.nowMs() / 1_000 - round.startedAtS > graceS ? 0 : round.startedAtS
  }
}
