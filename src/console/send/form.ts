import type { YieldMarket } from '../../interface/yieldShapes.ts'
import type { DepositBy } from '../../sdk/chosenDeposit.ts'
import { listedToken, loadTokens, type NamedToken } from '../data/directory.ts'
import { parseUnits } from '../view/format.ts'
import type { RunRequest } from './checkedRun.ts'
import { enterCall } from './enterCall.ts'

/** The form's fields, as typed. */
export type Form = {
  pay?: NamedToken
  get?: NamedToken
  amount: string
  /** Which of the two amounts was typed and is exact. */
  exact: 'pay' | 'get'
  recipient: string
  preference: 'RECOMMENDED' | 'FASTEST' | 'CHEAPEST'
  /** A market to supply the arriving tokens to, for the owner. */
  into?: YieldMarket
  /** Percent; empty: the service chooses. */
  slippage: string
  by: DepositBy
  /** The bridge to use; undefined: the best one. */
  bridge?: string
}

export const emptyForm: Form = {
  amount: '',
  exact: 'pay',
  recipient: '',
  preference: 'RECOMMENDED',
  slippage: '',
  by: 'auto',
}

/** Fills in the tokens that are not named or chosen: USDC to pay with, ETH on another chain to get. */
export function withTokens(form: Form, offered: readonly NamedToken[], named: Partial<Form> = {}): Form {
  const stable = offered.find(({ symbol }) => symbol === 'USDC') ?? offered[0]
  const pay = named.pay ?? form.pay ?? stable
  const other =
    offered.find(({ symbol, chainId }) => symbol === 'ETH' && chainId !== pay?.chainId) ??
    offered.find((token) => token !== pay)
  return { ...form, ...named, pay, get: named.get ?? form.get ?? other }
}

/** Reads the page's query: `?pay=31337:0x…&get=…&amount=…&exact=get&to=…&slippage=…`. Tokens may be unlisted. */
export async function namedIn(query: URLSearchParams): Promise<Partial<Form>> {
  const named = (name: string) => {
    const [chainId, tokenAddress = ''] = (query.get(name) ?? '').split(':')
    return addressForm.test(tokenAddress) ? [{ chainId: Number(chainId), tokenAddress }] : []
  }
  const [[payToken], [getToken]] = [named('pay'), named('get')]
  await loadTokens([payToken, getToken].filter((token) => token !== undefined))
  const pay = payToken && listedToken(payToken.chainId, payToken.tokenAddress)
  const get = getToken && listedToken(getToken.chainId, getToken.tokenAddress)
  const [amount, recipient, slippage] = [query.get('amount'), query.get('to'), query.get('slippage')]
  return {
    ...(pay && { pay }),
    ...(get && { get }),
    ...(amount !== null && { amount }),
    ...(query.get('exact') === 'get' && { exact: 'get' as const }),
    ...(recipient !== null && { recipient }),
    ...(slippage !== null && { slippage }),
  }
}

export type FormRequest = { request: RunRequest } | { why: string }

const addressForm = /^0x[0-9a-fA-F]{40}$/

/** The form as a request, or what is still missing. */
export function formRequest(form: Form, owner: string | undefined): FormRequest {
  const { pay, get, amount, exact, recipient, preference, slippage, into, bridge } = form
  if (!pay || !get) return { why: 'Choose what to pay with and what to get.' }
  const typed = exact === 'pay' ? pay : get
  const units = parseUnits(amount, typed.decimals)
  if (amount.trim() === '') return { why: 'Type an amount.' }
  if (units === undefined || units === 0n)
    return {
      why: `That is no amount of ${typed.symbol}: digits, a point before at most ${typed.decimals} decimals, commas between thousands alone.`,
    }
  if (recipient && !addressForm.test(recipient)) return { why: 'The recipient is no address: 0x and 40 digits.' }
  const percent = slippage === '' ? undefined : Number(slippage)
  if (percent !== undefined && !(percent >= 0 && percent < 50)) return { why: 'The price may move by 0 to 50 %.' }
  return {
    request: {
      originChainId: pay.chainId,
      originTokenAddress: pay.address,
      destinationChainId: get.chainId,
      destinationTokenAddress: get.address,
      tradeType: exact === 'pay' ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
      ...(exact === 'pay' ? { originTokenAmount: units } : { destinationTokenAmount: units }),
      ...(recipient && { destinationToAddress: recipient }),
      ...(into && owner && enterCall(into, owner)),
      options: {
        preference,
        ...(percent !== undefined && { slippageTolerance: percent / 100 }),
        ...(bridge && { bridgeProvider: bridge }),
      },
    },
  }
}
