type Place<Token> = readonly [chainId: number, token: Token]

/** The part of a request that says from where to where. */
export const fromTo = <Origin extends string, Destination extends string>(
  from: Place<Origin>,
  to: Place<Destination>,
) => ({
  originChainId: from[0],
  originTokenAddress: from[1],
  destinationChainId: to[0],
  destinationTokenAddress: to[1],
})
