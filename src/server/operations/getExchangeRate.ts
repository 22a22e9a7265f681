import { ServiceError } from '../../interface/errors.ts'
import type { FiatRates } from '../../tokens/priceSource.ts'
import type { Handler } from '../http/handler.ts'
import { fiatCurrencies } from './fiatCurrencies.ts'

/** One dollar in another currency, by the operator's feed. USD needs no feed. */
export function getExchangeRate(rates?: FiatRates): Handler<'GetExchangeRate'> {
  return async ({ toCurrency = 'USD' }) => {
    const code = toCurrency.toUpperCase()
    const currency = (await fiatCurrencies()).find((one) => one.code === code)
    if (!currency)
      throw new ServiceError('InvalidArgument', `toCurrency: ${code} is no currency; see GetFiatCurrencyList`)
    const value = code === 'USD' ? 1 : await rateOf(code, rates)
    return {
      exchangeRate: { name: currency.name, symbol: currency.symbol, value, vsCurrency: 'USD', currencyType: 'fiat' },
    }
  }
}

async function rateOf(code: string, rates: FiatRates | undefined): Promise<number> {
  if (!rates) throw new ServiceError('Unavailable', 'no feed of exchange rates is configured on this server')
  const value = await rates.perDollar(code)
  if (value === undefined) throw new ServiceError('Unavailable', `toCurrency: the feed has no rate for ${code}`)
  return value
}
