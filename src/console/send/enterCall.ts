import type { YieldMarket } from '../../interface/yieldShapes.ts'

/** A placeholder of 32 bytes: on chain the arriving amount replaces it. */
const deliveredAmount = 'deadbeef'.repeat(8)
const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')

/** The intent's last call: supplies all that arrives to a yield market, for the owner. */
export function enterCall(market: Pick<YieldMarket, 'type' | 'depositAddress' | 'token'>, owner: string) {
  const data =
    market.type === 'lending'
      ? `0x617ba037${word(market.token.address)}${deliveredAmount}${word(owner)}${word('0')}` // supply(asset, amount, onBehalfOf, referralCode)
      : `0x6e553f65${deliveredAmount}${word(owner)}` // deposit(assets, receiver)
  return { destinationToAddress: market.depositAddress, destinationCallData: data as `0x${string}` }
}
