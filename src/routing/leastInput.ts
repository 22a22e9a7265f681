/** Beyond so many times its reserve a pool gives nothing more. */
const reservesMax = 1_000_000n

/**
 * The least input that is enough, for pools whose contract cannot say it: strides away from a guess until one is enough and one is not, then closes in.
 * `undefined` where nothing is.
 */
export function leastInput(
  guess: bigint,
  reserveIn: bigint,
  enough: (amountIn: bigint) => boolean,
): bigint | undefined {
  let [low, high] = [guess, guess]
  for (let step = 1n; !enough(high); step *= 2n) {
    if (high > reserveIn * reservesMax) return undefined
    low = high
    high += step
  }
  for (let step = 1n; low > 0n && enough(low); step *= 2n) {
    high = low
    low = low > step ? low - step : 0n
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (enough(middle)) high = middle
    else low = middle
  }
  return high
}
