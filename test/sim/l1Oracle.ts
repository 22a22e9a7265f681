import { stringToHex } from 'viem'
import { type Behaviour, toWord } from '../engine/scripted/machine.ts'

/** What publishing any transaction costs where a chain below is paid for it. */
export const l1FeeOfAll = 3_000_000_000_000n
export const l1OracleCode = stringToHex('L1 fee oracle')
/** `getL1Fee`, which is all that is asked of it. */
export const l1Oracle: Behaviour = () => toWord(l1FeeOfAll)
