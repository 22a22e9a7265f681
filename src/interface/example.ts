import { type Field, inspectObject, type ObjectShape, type Shape } from './inspect.ts'
import { nativeToken } from './limits.ts'
import { type OperationName, operations } from './operations.ts'

type Value = string | number | boolean | Value[] | { [name: string]: Value }

const when = '2026-01-05T12:00:00.000Z'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const intentId = '0x6f1c2e9a4b7d80531fe2c9d84a6b0e73c5d1f8a2947be6031d5c8f7a2b9e4d60'

type Names = { readonly [name: string]: Value }

/** Example values by field name, for fields whose kind alone would give a meaningless example. */
const byName: Names = {
  chainId: 1,
  id: 42,
  projectId: 1,
  name: 'USD Coin',
  symbol: 'USDC',
  tokenSymbol: 'USDC',
  nativeTokenSymbol: 'ETH',
  decimals: 6,
  tokenDecimals: 6,
  originChainId: 1,
  destinationChainId: 8453,
  chainIds: [1, 8453],
  originTokenAddress: usdc,
  destinationTokenAddress: nativeToken,
  tokenAddress: usdc,
  address: usdc,
  originTokenAmount: 25_000_000,
  amount: 25_000_000,
  routeProviders: ['UNISWAP_V3', 'ACROSS'],
  swapProvider: 'AUTO',
  bridgeProvider: 'AUTO',
  slippageTolerance: 0.005,
  network: 'base',
  provider: 'aave-v3',
  protocol: 'aave-v3',
  protocols: ['aave-v3'],
  byQueryString: 'USDC SUCCEEDED',
  searchQuery: 'usd',
  payload: '[]',
  earnMarketId: 'base-usdc-aave-v3-lending',
  marketId: 'base-usdc-aave-v3-lending',
  providerId: 'aave-v3',
  toCurrency: 'EUR',
  shareAmount: '12.5',
  code: 'EUR',
  version: '0.0.1',
  behaviorOnError: 1,
  pageSize: 20,
  limit: 50,
  totalFeeUsd: 0.12,
  label: 'Deposit',
  logoUri: 'https://example.org/usdc.svg',
  url: 'https://example.org',
}

/** The same for the admin interface, where some of these names mean other things. */
export const adminNames: Names = {
  name: 'Shop',
  account: 'ada@example.org',
  members: ['ada@example.org'],
  subject: 'ada',
  operator: 'ada',
  actor: 'operator:ada',
  act: 'key.create',
  detail: '{"keyId":7}',
  secret: 'cwop_…',
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…',
  accessKey: 'cw_1_2_…',
  hint: 'cw_1…x7k2',
  origins: ['https://*.example.org'],
  services: ['Svc'],
  operations: ['QuoteIntent', 'CommitIntent', 'ExecuteIntent', 'GetIntentReceipt'],
  projectId: 2,
  id: 2,
  keyId: 7,
  anchorDay: 1,
  requestsPerS: 50,
  burst: 100,
  quotesPerMinute: 20,
  unitsPerCycle: 1_000_000,
  keysMax: 20,
  lifeS: 900,
  graceS: 86_400,
  expiresInS: 2_592_000,
  chainsPaused: [8453],
  blockedRanges: ['203.0.113.0/24'],
  blockedCountries: ['XX'],
  operationsOff: ['GetEarnPools'],
  client: '*',
  version: '1.2.0',
  fromTime: 1_767_225_600,
}

/** Optional fields that an example request includes, because without them it would be useless. */
const worthSending: { [N in OperationName]?: readonly string[] } = {
  QuoteIntent: ['originTokenAmount', 'tradeType'],
  ExecuteIntent: ['depositTransactionHash'],
  SearchIntents: ['byOwnerAddress'],
  GetIntentHistory: ['byOwnerAddress'],
  WaitIntentReceipt: ['lastReceiptStates'],
  GetTokenList: ['searchQuery', 'limit'],
  GetEarnPools: ['chainIds'],
  YieldGetMarkets: ['limit'],
}

/** A request that the operation accepts, short enough to read. */
export function exampleRequest(name: OperationName): { [name: string]: Value } {
  const shape = inspectObject(operations[name].request)
  const extra = worthSending[name] ?? []
  const fields = shape.fields.filter((field) => !field.optional || extra.includes(field.name))
  return exampleOf({ ...shape, fields }, name === 'CommitIntent' || extra.length > 0)
}

/** A wire value that the shape accepts. `complete` has every field, otherwise only the required ones. */
export function exampleOf(shape: ObjectShape, complete = true, names = byName): { [name: string]: Value } {
  const wanted = shape.fields.filter((field) => complete || !field.optional)
  return Object.fromEntries(wanted.map((field) => [field.name, exampleField(field, complete, names)]))
}

function exampleField({ name, shape }: Field, complete: boolean, names: Names): Value {
  const named = names[name]
  if (named !== undefined && fits(named, shape)) return named
  return exampleShape(shape, complete, names)
}

function exampleShape(shape: Shape, complete: boolean, names: Names): Value {
  if (shape.type === 'object') return exampleOf(shape, complete, names)
  if (shape.type === 'array') return [exampleShape(shape.item, complete, names)]
  switch (shape.kind) {
    case 'big':
      return 1_000_000
    case 'chainId':
      return 1
    case 'cursor':
      return 41
    case 'int':
      return Math.max(shape.min ?? 0, 1)
    case 'float':
      return 0.5
    case 'boolean':
      return true
    case 'address':
      return owner
    case 'hash':
      return intentId
    case 'hex':
      return '0x'
    case 'time':
      return when
    case 'choice':
      return shape.values[0] ?? ''
    case 'text':
      return 'text'
  }
}

function fits(value: Value, shape: Shape): boolean {
  if (shape.type === 'object') return false
  if (shape.type === 'array') return Array.isArray(value) && value.every((item) => fits(item, shape.item))
  if (shape.kind === 'big') return Number.isInteger(value)
  if (shape.kind === 'chainId') return Number.isInteger(value)
  if (shape.kind === 'float') return typeof value === 'number'
  if (shape.kind === 'int') return Number.isInteger(value) && Number(value) <= (shape.max ?? Number.MAX_SAFE_INTEGER)
  if (shape.kind === 'address') return typeof value === 'string' && value.length === 42
  if (shape.kind === 'choice') return typeof value === 'string' && shape.values.includes(value)
  return shape.kind === 'text' && typeof value === 'string'
}
