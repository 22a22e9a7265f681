/** Every bound that a caller can meet. Values an operator may change are repeated in the configuration with these as defaults. */
export const limits = {
  bodyBytesMax: 1024 * 1024,
  nestingMax: 64,
  objectKeysMax: 10_000,
  headerBytesMax: 16 * 1024,
  bodyTimeoutMs: 10_000,
  operationTimeoutMs: 15_000,
  callDataBytesMax: 128 * 1024,
  textCharsMax: 256,
  queryStringCharsMax: 128,
  tokenListDefault: 100,
  tokenListMax: 1_000,
  chainIdsMax: 100,
  excludeTokensMax: 1_000,
  tokenPricesMax: 100,
  searchIntentsMax: 1_000,
  historyPageDefault: 20,
  historyPageMax: 100,
  yieldQueriesMax: 25,
  yieldMarketsDefault: 50,
  yieldMarketsMax: 100,
  receiptStatesMax: 8,
  quoteLifeMs: 5 * 60_000,
  executeWithinMs: 10 * 60_000,
  waitHoldMs: 28_000,
  addressPrefixDigitsMin: 6,
} as const

export const uint256Max = 2n ** 256n - 1n
export const nativeToken = '0x0000000000000000000000000000000000000000'
