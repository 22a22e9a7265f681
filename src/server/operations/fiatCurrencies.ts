import { inSlices } from '../../host/inSlices.ts'
import type { Response } from '../../interface/operations.ts'
import type { Handler } from '../http/handler.ts'

type Currency = Response<'GetFiatCurrencyList'>['currencies'][number]

/** ISO 4217. Names, signs and decimals come from the runtime's Unicode tables. */
const codes =
  'AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL GHS HKD HUF IDR ILS INR ISK JPY KES KRW KWD LKR MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD SAR SEK SGD THB TRY TWD TZS UAH UGX USD UYU VND XAF XOF ZAR'

let known: Promise<readonly Currency[]> | undefined

/** The first call reads the tables, which takes 80 ms: so in slices. */
export function fiatCurrencies(): Promise<readonly Currency[]> {
  known ??= Promise.all(codes.split(' ').map((code) => inSlices(() => describeCurrency(code))))
  return known
}

function describeCurrency(code: string): Currency {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code
  return { code, name, symbol, decimals: format.resolvedOptions().maximumFractionDigits ?? 2 }
}

export const getFiatCurrencyList: Handler<'GetFiatCurrencyList'> = async () => ({
  currencies: [...(await fiatCurrencies())],
})
