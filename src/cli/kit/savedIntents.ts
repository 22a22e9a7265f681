import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Contracts } from '../../intents/planBatches.ts'
import { address, big } from '../../interface/fields.ts'
import { type Intent, intent as intentShape } from '../../interface/intentShapes.ts'
import { parseJson, printJson } from '../../interface/json.ts'
import { type QuoteRequest, quoteRequest } from '../../interface/quoteShapes.ts'
import { type ChosenDeposit, chosenDeposit } from '../../sdk/chosenDeposit.ts'
import type { OperatorIdentity } from '../../sdk/contractsOfOperator.ts'
import { usageError } from './cliError.ts'

/** Request and bounds are the caller's own, not what the service repeats, so that a resume verifies what was meant. */
export type SavedIntent = {
  intent: Intent
  request: QuoteRequest
  bounds?: SavedBounds
  chosen?: ChosenDeposit
  operator?: OperatorIdentity
  contracts?: Contracts
}
export type SavedBounds = { toAmountMin?: bigint; maxFee?: bigint; maxDeposit?: bigint }

const bound = big().optional()
const savedBounds = z.object({ toAmountMin: bound, maxFee: bound, maxDeposit: bound })
const savedShape = z.object({
  intent: intentShape,
  request: quoteRequest,
  bounds: savedBounds.optional(),
  /** How the deposit was to be made, so that a resume goes on in the same way. */
  chosen: chosenDeposit.optional(),
  /** Whose contracts hold the money; the operator of the local chains unless said. */
  operator: z.object({ signer: address(), name: z.string().optional() }).optional(),
  /** The contracts that the quote was checked with: a later version of this software may have others built in. */
  contracts: z
    .object({
      router: address(),
      shim: address(),
      utils: address(),
      factory: address(),
      wallet: address(),
      entrypoint: address(),
      guest: address(),
      domainName: z.string(),
      primaryType: z.string().optional(),
    })
    .optional(),
})

export const savedFolderDefault = join('.causeway', 'intents')

/** Saves what `causeway recover` needs to withdraw a deposit without the service. Called before the deposit is made. */
export function saveIntent(folder: string, saved: SavedIntent): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${saved.intent.intentId}.json`)
  writeFileSync(`${file}.new`, printJson(saved))
  renameSync(`${file}.new`, file)
  return file
}

/** An intent saved under its id or in a file that is named; undefined if there is none. */
export function readSaved(folder: string, idOrFile: string): SavedIntent | undefined {
  const file = [join(folder, `${idOrFile}.json`), idOrFile].find((one) => existsSync(one))
  if (!file) return undefined
  const read = savedShape.safeParse(readJson(file))
  if (!read.success) throw usageError(`${file} is not a saved intent`)
  return read.data
}

/** Undefined if the file cannot be read or is no JSON: the caller then reports that it is not a saved intent. */
function readJson(file: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
