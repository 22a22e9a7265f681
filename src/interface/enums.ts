/** Values of the interface's enumerations, in the order of the reference. */
export const intentStatuses = ['QUOTED', 'COMMITTED', 'EXECUTING', 'FAILED', 'SUCCEEDED'] as const
export const transactionStatuses = [
  'UNKNOWN',
  'PENDING',
  'RELAYING',
  'RELAYED',
  'MINING',
  'SUCCEEDED',
  'FAILED',
] as const
export const tradeTypes = ['EXACT_INPUT', 'EXACT_OUTPUT'] as const
export const transactionTypes = ['UNKNOWN', 'DEPOSIT', 'ORIGIN', 'DESTINATION', 'ROUTE', 'REFUND'] as const
export const transactionContexts = ['NONE', 'CCTPV2_MESSAGE'] as const
export const fundMethods = ['WALLET', 'DIRECT_TRANSFER'] as const
export const preferences = ['RECOMMENDED', 'FASTEST', 'CHEAPEST', 'TRUSTLESS'] as const
/** Why an offer is refused: the provider, the caller's preference, the oracle, a better offer, or the simulation. */
export const offerRefusals = [
  'tooSmall',
  'tooLarge',
  'noLiquidity',
  'notSupported',
  'timedOut',
  'failed',
  'outOfService',
  'excluded',
  'deviates',
  'outbid',
  'wouldFail',
] as const
export type OfferRefusal = (typeof offerRefusals)[number]
export const chainGasUsageStatuses = ['NORMAL', 'BUSY', 'VERY_BUSY'] as const
export const intentProtocols = ['v1'] as const
/** Places of money. Every move is from one to another, so moves sum to zero per token and chain. */
export const movePlaces = [
  'owner',
  'payer',
  'originIntent',
  'destinationIntent',
  'market',
  'bridge',
  'collector',
  'recipient',
  'relayer',
  'network',
] as const
export const moveReasons = [
  'deposit',
  'swap',
  'bridge',
  'fee',
  'relayFee',
  'delivery',
  'refund',
  'leftover',
  'late',
  'abort',
  'gas',
] as const
/** How a deposit reaches the intent address: what the owner sends or signs. */
export const depositWayNames = [
  'transfer',
  'allowance',
  'permit',
  'daiPermit',
  'receiveWithAuthorization',
  'permit2',
  'permit2Allowance',
] as const
export const depositSenders = ['owner', 'service'] as const
export const signatureFields = ['intentSignature', 'permitSignature', 'revocationSignature'] as const
export const preconditionTypes = ['tokenMinBalance'] as const
export const yieldTypes = ['lending', 'vault'] as const
export const yieldSorts = ['rewardRateAsc', 'rewardRateDesc', 'tvlAsc', 'tvlDesc'] as const
export const sortOrders = ['DESC', 'ASC'] as const

export type IntentStatus = (typeof intentStatuses)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]
export type TradeType = (typeof tradeTypes)[number]
export type DepositWayName = (typeof depositWayNames)[number]
export type SignatureField = (typeof signatureFields)[number]
export type TransactionType = (typeof transactionTypes)[number]

/** What happens to a batch when one of its calls fails. */
export const behaviorOnError = { ignore: 0, revertBatch: 1, stopBatch: 2 } as const

export const isFinal = (status: IntentStatus): boolean => status === 'SUCCEEDED' || status === 'FAILED'

/** Every enumeration with what its values mean, for the reference. */
export const enumerations: { [name: string]: { [value: string]: string } } = {
  IntentStatus: {
    QUOTED: 'Quoted and stored; nothing is reserved',
    COMMITTED: 'Committed: rates are reserved until execution or lapse',
    EXECUTING: 'The deposit is awaited or the legs are running',
    FAILED: 'Final: never deposited, refunded, or held with a reason',
    SUCCEEDED: 'Final: delivered',
  } satisfies Record<IntentStatus, string>,
  TransactionStatus: {
    UNKNOWN: 'Not begun',
    PENDING: 'Waiting to be mined',
    RELAYING: 'Being relayed',
    RELAYED: 'Relayed',
    MINING: 'In a block that is not final yet',
    SUCCEEDED: 'Confirmed on chain',
    FAILED: 'Failed; the reason is in statusReason',
  } satisfies Record<TransactionStatus, string>,
  TradeType: {
    EXACT_INPUT: 'originTokenAmount is spent',
    EXACT_OUTPUT: 'destinationTokenAmount is delivered',
  } satisfies Record<TradeType, string>,
  TransactionType: {
    UNKNOWN: 'Not known',
    DEPOSIT: 'The deposit to the intent address',
    ORIGIN: 'The batch on the origin chain',
    DESTINATION: 'The batch on the destination chain',
    ROUTE: 'The delivery by a bridge',
    REFUND: 'Back to the owner',
  } satisfies Record<TransactionType, string>,
  TransactionContext: {
    NONE: 'Nothing special',
    CCTPV2_MESSAGE: 'A CCTP v2 message is part of it',
  } satisfies Record<(typeof transactionContexts)[number], string>,
  FundMethod: {
    WALLET: 'The owner sends or signs the deposit',
    DIRECT_TRANSFER: 'Paid from an exchange or by QR code; the service watches the intent address',
  } satisfies Record<(typeof fundMethods)[number], string>,
  Preference: {
    RECOMMENDED: 'Best outcome at a sensible duration',
    FASTEST: 'Shortest duration',
    CHEAPEST: 'Largest output after all fees',
    TRUSTLESS: 'Fewest parties to trust',
  } satisfies Record<(typeof preferences)[number], string>,
  OfferRefusal: {
    tooSmall: 'Below what the provider takes',
    tooLarge: 'Above what the provider takes',
    noLiquidity: 'More than is there now',
    notSupported: 'The provider does not carry this pair',
    timedOut: 'A node, an oracle or this service itself was too late; the detail says which',
    failed: 'The provider failed: its service or its contract answers nothing, or nonsense',
    outOfService: 'The provider failed before between these chains and is not asked there for a while',
    excluded: 'The preference of the request leaves it out',
    deviates: 'Its pools stand far from the oracle',
    outbid: 'It can only bring less than another offer, so it was not searched',
    wouldFail: 'Its batch was tried and would fail on chain now',
  } satisfies Record<OfferRefusal, string>,
  ChainGasUsageStatus: {
    NORMAL: 'Base fee within its recent range',
    BUSY: 'Base fee above it',
    VERY_BUSY: 'Base fee far above it',
  } satisfies Record<(typeof chainGasUsageStatuses)[number], string>,
  IntentProtocol: { v1: 'The only version' } satisfies Record<(typeof intentProtocols)[number], string>,
  MovePlace: {
    owner: 'The wallet that the intent belongs to, on any chain',
    payer: 'Another account that paid the deposit, such as an exchange',
    originIntent: 'The intent address on the origin chain',
    destinationIntent: 'The intent address on the destination chain',
    market: 'Pools: take one token and give another',
    bridge: 'Between chains: takes on the origin, gives on the destination',
    collector: 'The fees of this service, gas included',
    recipient: 'The recipient, or the target of the destination call',
    relayer: 'The sender of the transaction that ran a batch or a refund',
    network: 'The validators of a chain, who are paid for gas',
  } satisfies Record<(typeof movePlaces)[number], string>,
  MoveReason: {
    deposit: 'Paid into the intent address',
    swap: 'Into a market or out of it',
    bridge: 'Into a bridge or out of it',
    fee: 'The fee of this service',
    relayFee: 'What the owner paid for a relayed deposit',
    delivery: 'To the recipient',
    refund: 'Back to the owner because the intent failed',
    leftover: 'Back to the owner although it went through: paid too much, or not needed',
    late: 'Came after the deposit was counted; goes back',
    abort: 'Taken out by the owner itself, to wherever it chose',
    gas: 'What the transaction cost its sender; of a shared transaction an equal part, without fees for data on another chain',
  } satisfies Record<(typeof moveReasons)[number], string>,
  DepositWay: {
    transfer: 'The owner sends the deposit transaction; any other account may as well',
    allowance: 'Signed; the entrypoint has an allowance already',
    permit: 'Signed, with an EIP-2612 permit for exactly the deposit and its fee',
    daiPermit: "Signed, with DAI's own permit and the permit that takes it back",
    receiveWithAuthorization: 'One ERC-3009 authorization, whose nonce binds the deposit',
    permit2: 'One Permit2 signature with the deposit as witness; Permit2 needs an allowance of the token',
    permit2Allowance: 'Signed; the entrypoint has an allowance at Permit2, or gets one by a second signature',
  } satisfies Record<DepositWayName, string>,
  DepositSender: {
    owner: 'The owner sends it and pays the gas',
    service: 'The service sends what the owner signed',
  } satisfies Record<(typeof depositSenders)[number], string>,
  SignatureField: {
    intentSignature: 'Of the deposit itself',
    permitSignature: 'Of the permit that lets the entrypoint take it',
    revocationSignature: 'Of the permit that takes an unlimited one back',
  } satisfies Record<SignatureField, string>,
  PreconditionType: {
    tokenMinBalance: 'The owner of the condition holds at least minAmount of the token',
  } satisfies Record<(typeof preconditionTypes)[number], string>,
  BehaviorOnError: { 0: 'Ignore', 1: 'Revert the batch', 2: 'Stop the batch' },
  YieldType: { lending: 'A lending market', vault: 'A vault' } satisfies Record<(typeof yieldTypes)[number], string>,
  YieldSort: {
    rewardRateAsc: 'Smallest rate first',
    rewardRateDesc: 'Largest rate first',
    tvlAsc: 'Smallest market first',
    tvlDesc: 'Largest market first',
  } satisfies Record<(typeof yieldSorts)[number], string>,
  SortOrder: { DESC: 'Newest or largest first', ASC: 'Oldest or smallest first' } satisfies Record<
    (typeof sortOrders)[number],
    string
  >,
}
