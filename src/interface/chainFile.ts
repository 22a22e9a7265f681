import * as z from 'zod'
import { address, big } from './fields.ts'
import { multicall3Address, nativeToken } from './limits.ts'

const token = z.strictObject({
  address: address(),
  name: z.string().min(1).max(256),
  symbol: z.string().min(1).max(256),
  decimals: z.int().min(0).max(255),
  supportsBridging: z.boolean().default(false),
  logoUri: z.string().max(2_048).optional(),
})

const finality = z
  .array(
    z.strictObject({
      belowUsd: z.number().positive().optional().describe('Left out in the last row, which is for everything above'),
      depth: z.union([z.int().min(0), z.enum(['safe', 'finalized'])]),
    }),
  )
  .min(1)
  .transform((rows) => rows.map(({ belowUsd = Number.POSITIVE_INFINITY, depth }) => ({ belowUsd, depth })))
  .refine((rows) => rows.at(-1)!.belowUsd === Number.POSITIVE_INFINITY, {
    error: 'the last row must have no belowUsd: it is for everything above',
  })
  .refine((rows) => rows.every(({ belowUsd }, at) => at === 0 || belowUsd > rows[at - 1]!.belowUsd), {
    error: 'rows must ascend by belowUsd',
  })

const v3Contracts = z.strictObject({
  factory: address(),
  router: address(),
  routerTakesDeadline: z.boolean().default(false),
})

const allowedCalls = z.strictObject({
  targets: z.array(address()).min(1).max(16),
  spenders: z.array(address()).min(1).max(16),
})

/** The form of a provider's name. */
export const providerName = /^[A-Z][A-Z0-9_]{1,31}$/

/** A swap call, for clients that do not know the contract. `receiver` names the argument for the output's receiver. */
const swap = z.strictObject({
  contract: address(),
  function: z
    .string()
    .regex(/^\w+\(.+\)$/, 'must be a function with its arguments and their names: trade(uint256 amount, address to)'),
  receiver: z.string().min(1).max(64),
})

/**
 * The facts of a chain unknown to this software, as a file. The service serves it (`chains[].file`); a client given the
 * same file trusts its bridges and tokens (`ownChainFrom`). Write only certain facts: what is left out is not offered.
 */
export const chainFile = z
  .strictObject({
    id: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    name: z.string().min(1).max(64),
    network: z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be lower-case letters, digits and dashes'),
    nativeCurrency: z.strictObject({
      name: z.string().min(1).max(64),
      symbol: z.string().min(1).max(32),
      decimals: z.int().min(0).max(36),
    }),
    wrappedNative: address(),
    logoUri: z.string().max(2_048).optional(),
    blockExplorer: z.strictObject({ name: z.string().max(64), url: z.url() }).optional(),
    testnet: z.literal(true).optional(),
    blockTimeMs: z.number().positive(),
    staleAfterMs: z.number().positive().optional(),
    priorityFeeMin: big().optional(),
    transferGas: big().optional(),
    gasBudgetPerItem: big().optional(),
    l1Fee: z
      .discriminatedUnion('by', [
        z.strictObject({ by: z.literal('oracle'), oracle: address() }),
        z.strictObject({ by: z.literal('nodeInterface'), nodeInterface: address() }),
      ])
      .optional(),
    bloomUnusable: z.boolean().optional(),
    finality,
    multicall3: address().default(multicall3Address),
    feeds: z
      .array(z.strictObject({ token: address(), feed: address(), heartbeatS: z.number().positive() }))
      .default([])
      .refine((feeds) => feeds.some((one) => one.token === nativeToken), {
        error: 'needs a feed for the native token (the zero address): without its price nothing can be quoted',
      }),
    sequencerUptime: address().optional(),
    uniswapV3: v3Contracts.optional(),
    uniswapV2: z.strictObject({ factory: address(), router: address() }).optional(),
    uniswapV4: z.strictObject({ poolManager: address(), stateView: address(), universalRouter: address() }).optional(),
    pancakeswapV3: v3Contracts.optional(),
    curve: z.strictObject({ pools: z.array(address()).max(100) }).optional(),
    solidly: z.strictObject({ factory: address(), router: address() }).optional(),
    aggregators: z.strictObject({ zeroX: allowedCalls.optional(), lifi: allowedCalls.optional() }).optional(),
    contracts: z.record(z.string().regex(providerName), z.record(z.string().min(1).max(64), address())).optional(),
    swaps: z.array(swap).max(100).optional(),
    across: z.strictObject({ spokePool: address() }).optional(),
    cctp: z
      .strictObject({
        domain: z.int().min(0),
        tokenMessenger: address(),
        messageTransmitter: address(),
        usdc: address(),
        standardS: z.number().positive().optional(),
        fastS: z.number().positive().optional(),
      })
      .optional(),
    layerZero: z
      .strictObject({
        eid: z.int().min(1),
        endpoint: address(),
        deliveredS: z.number().positive().optional(),
        ofts: z
          .array(
            z
              .strictObject({
                asset: z.string().min(1).max(32),
                token: address(),
                decimals: z.int().min(0).max(36),
                sharedDecimals: z.int().min(0).max(36).default(6),
                oft: address(),
              })
              .refine(({ decimals, sharedDecimals }) => sharedDecimals <= decimals, {
                error: 'sharedDecimals must not be more than decimals',
              }),
          )
          .max(100),
      })
      .optional(),
    aaveV3: z.strictObject({ pool: address(), dataProvider: address(), oracle: address() }).optional(),
    erc4626: z.strictObject({ vaults: z.array(address()).max(100) }).optional(),
    tokens: z.array(token).max(10_000).default([]),
  })
  .refine(({ tokens }) => new Set(tokens.map((one) => one.address)).size === tokens.length, {
    error: 'each token may be listed once',
    path: ['tokens'],
  })

export type ChainFile = z.output<typeof chainFile>
