import type { IntentRecord } from '../intents/intentRecord.ts'

/** Rows of one search; a page of history asks for one more than it shows. */
export const searchLimitMax = 1_001

/** Most distinct values per column that a prefix expands to. A prefix has 24 bits or more: rarely more than one. */
export const prefixValuesMax = 256

/** The columns that an address term searches. */
export const addressFields = [
  { column: 'owner', of: ({ intent }: IntentRecord) => intent.ownerAddress },
  {
    column: 'recipient',
    of: ({ intent }: IntentRecord) => intent.quoteRequest.destinationToAddress ?? intent.ownerAddress,
  },
  { column: 'origin_address', of: ({ intent }: IntentRecord) => intent.originIntentAddress },
  { column: 'destination_address', of: ({ intent }: IntentRecord) => intent.destinationIntentAddress },
  { column: 'origin_token', of: ({ intent }: IntentRecord) => intent.quoteRequest.originTokenAddress },
  { column: 'destination_token', of: ({ intent }: IntentRecord) => intent.quoteRequest.destinationTokenAddress },
] as const
