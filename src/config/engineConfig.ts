import { isAddress } from 'viem'
import { z } from 'zod'
import type { Address, Hex } from '../interface/fields.ts'
import { limits } from '../interface/limits.ts'
import { httpUrl } from './httpUrl.ts'
import { secret } from './secret.ts'

const isMixedCase = (text: string) => /[a-f]/.test(text) && /[A-F]/.test(text)

const addressText = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'must be an address: 0x and 40 hex digits')
  .refine(
    (text) => !isMixedCase(text) || isAddress(text),
    'has the wrong checksum: one of its digits was changed, or the case of its letters',
  )
  .refine((text) => !/^0x0{40}$/.test(text), 'must not be the zero address')
  .transform((text) => text as Address)
const bps = z.int().min(0).max(10_000)
const ms = z.int().min(1)

const part = z.number().min(0).max(1)
const usd = z.number().min(0)

/** The RECOMMENDED offer has the highest expected value, unless another is clearly faster and worth hardly less. */
const recommendedConfig = z
  .strictObject({
    leastWithin: part
      .default(0.005)
      .describe('Offers are out whose least amount is below the best by more, fraction of 1'),
    leftoverWorth: part.default(0.98).describe('What a dollar that comes back to the owner counts'),
    leftoverUsdMin: usd.default(0.1).describe('Dollars above which what comes back counts at all'),
    fasterSMin: z.number().min(0).default(5).describe('Seconds that a faster offer must save'),
    fasterShareMax: part.default(2 / 3).describe('The most that it may take, of the duration of the best'),
    fasterLoss: part.default(0.001).describe('How much less it may be worth, of the deposit'),
    fasterLossUsd: usd.default(0.05).describe('The same in dollars, for small deposits; the wider of both counts'),
    fasterLossMax: part.default(0.005).describe('The most that these dollars may be of the deposit'),
  })
  .prefault({})

/** Quoting and execution of intents. */
export const engineConfig = z
  .strictObject({
    quoteLifeMs: ms.default(limits.quoteLifeMs).describe('How long a quote can be committed'),
    executeWithinMs: ms.default(limits.executeWithinMs).describe('How long a committed intent can be executed'),
    refundAfterMs: ms.default(60 * 60_000).describe('From the quote until anyone may send the balances back'),
    openForMs: z
      .int()
      .min(0)
      .default(10 * 60_000)
      .describe('How long before that anyone may run the batches, so that an intent ends without this service too'),
    lapsedKeptMs: ms
      .default(7 * 24 * 60 * 60_000)
      .describe('How long an intent that lapsed without a deposit is kept at least'),
    eventsKeptMs: ms
      .default(90 * 24 * 60 * 60_000)
      .describe('How long the log of an ended intent is kept, which streams and webhooks read'),
    transactionsKeptMs: ms
      .default(90 * 24 * 60 * 60_000)
      .describe('How long signed transactions of closed intents are kept'),
    intentsKeptMs: ms
      .optional()
      .describe('How long ended intents are kept, with their receipts and ledger; for ever unless said'),
    auditKeptMs: ms.optional().describe('How long the audit is kept; for ever unless said'),
    lookForPaymentsMs: ms
      .default(90 * 24 * 60 * 60_000)
      .describe('How long expired quotes are kept, and their addresses looked at for money to send back'),
    quoteTimeoutMs: ms.default(8_000).describe('Longest that providers are waited for'),
    longPollsMax: z.int().min(0).default(limits.longPollsMax).describe('Calls of WaitIntentReceipt waiting at once'),
    longPollsPerCallerMax: z
      .int()
      .min(1)
      .default(limits.longPollsPerCallerMax)
      .describe('Of these, for one project from one address'),
    leaseMs: ms.default(30_000).describe('How long a worker holds an intent; after a crash another waits this long'),
    laneLeaseMs: ms
      .default(15_000)
      .describe('How long a process leases a signer; after a crash another waits this long'),
    serviceFeeBps: bps.default(0).describe('Fee of this service, hundredths of a percent of the amount'),
    collectorFeeBps: bps.default(0).describe('Fee of the collector, hundredths of a percent of the amount'),
    feeCollector: addressText.optional().describe('Who receives fees; the first signer unless said'),
    priceImpactMaxPercent: z
      .number()
      .min(0)
      .max(100)
      .default(limits.priceImpactMaxPercent)
      .describe('Net price impact above which no quote is given'),
    reservedShareMax: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .describe('Share of inventory and gas that commits of one project may reserve; 0.5 with keys, else all'),
    refundUsdMin: z
      .number()
      .min(0)
      .optional()
      .describe(
        'Dollars that a wrong, short or late payment must be worth to be sent back; what that costs unless said',
      ),
    oracleDeviationMax: z
      .number()
      .min(0)
      .max(1)
      .default(limits.oracleDeviationMax)
      .describe('Largest distance of pools from the oracle, fraction of 1'),
    recommended: recommendedConfig,
    actOnMinedBelowUsd: z
      .number()
      .min(0)
      .default(1_000_000)
      .describe('Intents worth less go on with mined transactions; others wait until each is final. 0: all wait'),
  })
  .prefault({})

/** Each signer is a lane of its own on every chain, so more signers send more at once. */
export const signersConfig = z
  .strictObject({
    privateKeys: secret(z.array(z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')).max(64))
      .default([])
      .describe('Keys of signers'),
    keystores: z.array(z.string().min(1)).max(64).default([]).describe('Encrypted key files (Web3 Secret Storage)'),
    keystorePassword: secret(z.string()).optional().describe('Password of the key files, if all have the same'),
    keystorePasswordFiles: z
      .array(z.string().min(1))
      .max(64)
      .default([])
      .describe('Files with the passwords of the key files: one each, in their order, or one for all'),
    external: secret(
      z
        .array(
          z.strictObject({
            url: httpUrl().describe('Where it is asked'),
            address: addressText.describe('What it signs for'),
            token: z.string().min(1).optional().describe('Bearer token'),
          }),
        )
        .max(64),
    )
      .default([])
      .describe('Signers that are asked over JSON-RPC (eth_signTransaction), with a bearer token if they want one'),
  })
  .prefault({})

const keyText = () =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
    .transform((text) => text as Hex)

/** Entrypoint and guest are deployed for this name and this signer; see `causeway deploy`. */
export const operatorConfig = z
  .strictObject({
    name: z.string().min(1).max(64).default('Causeway').describe('Under which users sign deposits (EIP-712 name)'),
    signer: addressText
      .optional()
      .describe(
        'Who signs the grants of relaying accounts: the address of grantKey (the default), or an ERC-1271 contract that accepts that key',
      ),
    grantKey: secret(keyText()).optional().describe('Key that signs the grants; not needed on the local chains'),
    identityKey: secret(keyText())
      .optional()
      .describe(
        'Key that signs quotes and nothing else, one for all processes that answer requests; without it none are signed',
      ),
    identityCertificate: z
      .string()
      .regex(/^\d{10}\.0x(?:[0-9a-fA-F]{2})+$/, 'must be what causeway signers identity prints')
      .optional()
      .describe('What causeway signers identity prints for its address; not needed beside grantKey'),
    salt: keyText()
      .optional()
      .describe(
        'Another one gives all contracts other addresses: a second set beside the first, to rehearse an upgrade',
      ),
  })
  .prefault({})

/** The roles of this process. Any number of processes may share one database. */
export const rolesConfig = z
  .strictObject({
    api: z.boolean().default(true).describe('Answer requests'),
    worker: z.boolean().default(true).describe('Carry out intents'),
  })
  .prefault({})

export const providersConfig = z
  .strictObject({
    cctpAttestationUrl: secret(httpUrl())
      .optional()
      .describe('Attestation service of CCTP; without it CCTP is not offered'),
    cctpRequestsPerS: z
      .int()
      .min(1)
      .max(35)
      .default(10)
      .describe(
        'Requests a second of all processes together to that service, which blocks an address above 35 for five minutes',
      ),
    acrossFiller: addressText
      .optional()
      .describe('Filler whose inventory bounds quotes over Across; any filler unless said'),
    acrossApiUrl: secret(httpUrl())
      .optional()
      .describe('Service that says what public fillers of Across want; without it fees follow from gas and a share'),
    zeroXApiUrl: secret(httpUrl())
      .optional()
      .describe('Swap API of 0x, for example https://api.0x.org; without it 0x is not asked'),
    zeroXApiKey: secret(z.string().min(1).max(256)).optional().describe('Key for it, which its public service wants'),
    lifiApiUrl: secret(httpUrl())
      .optional()
      .describe('API of LI.FI, for example https://li.quest; without it LI.FI is not asked'),
    lifiApiKey: secret(z.string().min(1).max(256))
      .optional()
      .describe('Key for it; without one fewer requests are taken'),
    hostedTimeoutMs: ms.default(2_000).describe('Longest that one answer of 0x or LI.FI is waited for'),
    off: z.array(z.string()).default([]).describe('Names of providers that are not used'),
    modules: z
      .array(z.string().min(1))
      .max(16)
      .default([])
      .describe(
        'Programs that add kinds of pools, from the folder of the start on: files that export createPoolProtocol',
      ),
  })
  .prefault({})

export type EngineConfig = z.output<typeof engineConfig>
export type OperatorConfig = z.output<typeof operatorConfig>
export type SignersConfig = z.output<typeof signersConfig>
