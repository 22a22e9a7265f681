export const tickMin = -887_272
export const tickMax = 887_272
export const sqrtRatioMin = 4_295_128_739n
export const sqrtRatioMax = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

const uint256Max = (1n << 256n) - 1n

/** sqrt(1.0001^-(2^bit)) in Q128, bit by bit, as the pool's contract has them. */
const factors = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
] as const

/** Size of the cache: a ratio takes about 3 µs to compute, and a route needs the same few hundred repeatedly. */
const rememberedMax = 65_536
const remembered = new Map<number, bigint>()

/** sqrt(1.0001^tick) in Q96, to the unit of TickMath.getSqrtRatioAtTick. */
export function sqrtRatioAtTick(tick: number): bigint {
  const known = remembered.get(tick)
  if (known !== undefined) return known
  if (!Number.isInteger(tick) || tick < tickMin || tick > tickMax) throw new RangeError(`tick ${tick} is out of range`)
  const size = Math.abs(tick)
  let ratio = 1n << 128n
  for (let bit = 0; bit < factors.length; bit++) {
    if (size & (1 << bit)) ratio = (ratio * factors[bit]!) >> 128n
  }
  if (tick > 0) ratio = uint256Max / ratio
  const sqrtRatioX96 = (ratio + 0xffffffffn) >> 32n
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(tick, sqrtRatioX96)
  return sqrtRatioX96
}

const lnTickStep = Math.log(1.0001)

/** The greatest tick whose ratio is not above the price: a float guess, put right by exact comparisons. */
export function tickAtSqrtRatio(sqrtRatioX96: bigint): number {
  if (sqrtRatioX96 < sqrtRatioMin || sqrtRatioX96 >= sqrtRatioMax) throw new RangeError('sqrt ratio is out of range')
  const guess = Math.floor((2 * Math.log(Number(sqrtRatioX96) / 2 ** 96)) / lnTickStep)
  let tick = Math.min(Math.max(guess, tickMin), tickMax - 1)
  while (tick > tickMin && sqrtRatioAtTick(tick) > sqrtRatioX96) tick--
  while (tick < tickMax && sqrtRatioAtTick(tick + 1) <= sqrtRatioX96) tick++
  return tick
}
