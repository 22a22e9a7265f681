import { zeroHash } from 'viem'
import type { Intent } from '../interface/intentShapes.ts'
import type { Bounds } from './bounds.ts'
import { feeLimit } from './feeLimit.ts'
import type { IntentWallet } from './intentWallet.ts'
import { formatKnownUnits } from './knownToken.ts'
import { decodeRun } from './readCalls.ts'
import { type BridgeTerms, readStep } from './readStep.ts'
import { demand } from './untrustedQuote.ts'

/** The longest time for which one filler alone may fill. */
const exclusivityS = 300n
/** One year. Up to this, the spoke pool reads the parameter as a period in seconds; above it, as a Unix time. */
const exclusivityPeriodMax = 31_536_000n
/** The least time from now until the fill deadline. */
const fillLeastS = 60n
/** The spoke pool refuses quotes older or newer than this; clocks differ by less. */
const quoteAgeSMax = 3_600n
/** Circle's two kinds of transfer: attested at once for a fee, or once the burn is final, which is free. */
const finalities = { fast: 1_000, finalized: 2_000 } as const

/**
 * Checks the terms that can keep money stuck between chains: a filler exclusive for a year, a fill deadline in a year,
 * a burn that is never attested. The amounts show none of these.
 */
export function verifyBridgeTerms(
  intent: Intent,
  { destination, bounds, nowMs }: { destination: IntentWallet | undefined; bounds: Bounds; nowMs: number },
): void {
  const nowS = BigInt(Math.floor(nowMs / 1_000))
  for (const [index, call] of intent.originCalls.calls.entries()) {
    for (const [at, step] of (decodeRun(call.data)?.steps ?? []).entries()) {
      const read = readStep(step)
      if (read.kind !== 'bridge') continue
      const where = `originCalls.calls[${index}].steps[${at}]`
      if (read.terms.by === 'across') verifyFill(read.terms, { where, nowS, destination, isNew: isNew(intent) })
      else if (read.terms.by === 'cctp')
        verifyBurn(read.terms, where, { ...burned(intent, read.tokenIn), amount: read.amountIn }, bounds)
    }
  }
}

const isNew = ({ status }: Intent): boolean => status === 'QUOTED'
const burned = ({ originChainId }: Intent, token: `0x${string}`) => ({ chainId: originChainId, token })

type Fill = Extract<BridgeTerms, { by: 'across' }>
type FillAt = { where: string; nowS: bigint; destination: IntentWallet | undefined; isNew: boolean }

function verifyFill(terms: Fill, { where, nowS, destination, isNew: isQuote }: FillAt): void {
  const { exclusiveRelayer, exclusivity, fillDeadline, quoteTimestamp } = terms
  if (exclusiveRelayer === zeroHash) {
    demand(exclusivity === 0n, `${where}.exclusivity`, `is ${exclusivity} without a relayer`)
  } else {
    const lastsS = exclusivity > exclusivityPeriodMax ? exclusivity - nowS : exclusivity
    demand(lastsS <= exclusivityS, `${where}.exclusivity`, `lets one filler alone fill for ${lastsS} s`)
  }
  // A committed intent outlives its quote; if its fill deadline has passed, the deposit reverts and is refunded.
  const least = isQuote ? nowS + fillLeastS : 0n
  const most = destination?.config.refundAt ?? nowS
  demand(
    fillDeadline >= least && fillDeadline <= most,
    `${where}.fillDeadline`,
    `is ${fillDeadline}, outside ${least} and ${most}: too soon to be filled, or money would hang longer than until refunds begin`,
  )
  const ageS = nowS - quoteTimestamp
  demand(!isQuote || (ageS <= quoteAgeSMax && -ageS <= quoteAgeSMax), `${where}.quoteTimestamp`, `is ${ageS} s old`)
}

type Burn = Extract<BridgeTerms, { by: 'cctp' }>
type Burned = { chainId: number; token: `0x${string}`; amount: bigint }

function verifyBurn({ finality, maxFee }: Burn, where: string, money: Burned, bounds: Bounds): void {
  const most = feeLimit(money, bounds)
  const say = (units: bigint) => formatKnownUnits(units, money.chainId, money.token)
  const known = finality === finalities.fast || finality === finalities.finalized
  demand(known, `${where}.minFinalityThreshold`, `is ${finality}, neither 1000 nor 2000`)
  demand(maxFee <= most, `${where}.maxFee`, `is ${say(maxFee)}, more than the ${say(most)} allowed`)
}
