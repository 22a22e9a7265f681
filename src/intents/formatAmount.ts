/** `1,234,567`; only whole digits. */
export const inThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** All digits of an amount: thousands by comma, decimals by point, trailing zeros cut. */
export function formatAmount(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = digits.slice(at).replace(/0+$/, '')
  return sign + inThousands(digits.slice(0, at)) + (fraction && `.${fraction}`)
}
