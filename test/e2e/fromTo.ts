type Place<Token> = readonly [chainId: number, token: Token]
type Paid<Token, Amount> = readonly [...Place<Token>, amount: Amount]
type Way<Origin, Destination> = {
  originChainId: number
  originTokenAddress: Origin
  destinationChainId: number
  destinationTokenAddress: Destination
}

/** The part of a request that says from where to where, and how much is paid unless an exact output is asked for. */
export function fromTo<O extends string, D extends string>(from: Place<O>, to: Place<D>): Way<O, D>
export function fromTo<O extends string, D extends string, Amount>(
  from: Paid<O, Amount>,
  to: Place<D>,
): Way<O, D> & { originTokenAmount: Amount }
export function fromTo(from: Place<string> | Paid<string, unknown>, to: Place<string>) {
  const [originChainId, originTokenAddress, ...amount] = from
  const [destinationChainId, destinationTokenAddress] = to
  const way = { originChainId, originTokenAddress, destinationChainId, destinationTokenAddress }
  return amount.length > 0 ? { ...way, originTokenAmount: amount[0] } : way
}
