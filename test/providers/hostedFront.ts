import type { IncomingHttpHeaders } from 'node:http'
import { type Address, encodeFunctionData, erc20Abi, maxUint256, pad } from 'viem'
import { serveHttp } from '../listen.ts'

/** The part of either stand-in's answer that lies change. */
export type HostedBody = {
  [field: string]: unknown
  transaction: { to: string; data: string; value: string }
  transactionRequest: { to: string; data: string; value: string }
  estimate: { toAmount: string; approvalAddress: string }
  action: { toToken: { address: string }; fromAmount: string }
  buyAmount: string
}
/** The false answer: another body, or invalid text; undefined: no answer, ever. */
export type Lie = (body: HostedBody) => unknown

/** Proxy before the stand-ins that can lie. */
export type HostedFront = {
  url: string
  /** Where the true answer is from. */
  target: string
  lie?: Lie
  headers: IncomingHttpHeaders[]
  stop(): Promise<void>
}

export async function startHostedFront(): Promise<HostedFront> {
  const server = await serveHttp(async (request, response) => {
    front.headers.push(request.headers)
    const { 'x-lifi-api-key': _, host: __, connection: ___, ...headers } = request.headers
    const reply = await fetch(`${front.target}${request.url}`, { headers: headers as Record<string, string> })
    const text = await reply.text()
    const said = front.lie && reply.status === 200 ? front.lie(JSON.parse(text) as HostedBody) : text
    if (said === undefined) return
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(typeof said === 'string' ? said : JSON.stringify(said))
  })
  const front: HostedFront = { ...server, target: '', headers: [] }
  return front
}

export const thief: Address = '0x000000000000000000000000000000000007e1ef'

type LieRow = { lie: string; zeroX: Lie; lifi: Lie; caught: RegExp }

const inCall = (change: (call: HostedBody['transaction']) => object) => ({
  zeroX: (body: HostedBody) => ({ ...body, transaction: { ...body.transaction, ...change(body.transaction) } }),
  lifi: (body: HostedBody) => ({
    ...body,
    transactionRequest: { ...body.transactionRequest, ...change(body.transactionRequest) },
  }),
})
const both = (lie: Lie) => ({ zeroX: lie, lifi: lie })
const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, maxUint256] })

/** All false answers of an aggregator, and how each is caught. Honest answers pay `router`; `token` is sold. */
export const hostedLies = ({ router, token }: { router: Address; token: Address }): LieRow[] => [
  {
    lie: 'another spender',
    zeroX: (body) => ({ ...body, allowanceTarget: thief, issues: { allowance: { spender: thief } } }),
    lifi: (body) => ({ ...body, estimate: { ...body.estimate, approvalAddress: thief } }),
    caught: /approved, which is none of its contracts/,
  },
  {
    lie: 'a second approval',
    zeroX: (body) => ({ ...body, issues: { allowance: { spender: thief } } }),
    lifi: (body) => ({ ...body, transactionRequest: { ...body.transactionRequest, to: token, data: approval } }),
    caught: /which is none of its contracts/,
  },
  {
    lie: 'an approval by the contract that may be called',
    ...inCall(() => ({ data: approval })),
    caught: /would fail now: .*ForbiddenCall/,
  },
  {
    lie: 'more than its call brings',
    zeroX: (body) => ({ ...body, buyAmount: String((BigInt(body.buyAmount) * 102n) / 100n) }),
    lifi: (body) => ({
      ...body,
      estimate: { ...body.estimate, toAmount: String((BigInt(body.estimate.toAmount) * 102n) / 100n) },
    }),
    caught: /comes out, and its call brings/,
  },
  {
    lie: 'another recipient',
    ...inCall(({ data }) => ({ data: data.replaceAll(pad(router).slice(2).toLowerCase(), pad(thief).slice(2)) })),
    caught: /and its call brings 0/,
  },
  { lie: 'another target', ...inCall(() => ({ to: thief })), caught: /called, which is none of its contracts/ },
  { lie: 'a price in native token', ...inCall(() => ({ value: '1' })), caught: /wants native token/ },
  {
    lie: 'another token',
    zeroX: (body) => ({ ...body, buyToken: thief }),
    lifi: (body) => ({ ...body, action: { ...body.action, toToken: { address: thief } } }),
    caught: /another token to buy/,
  },
  {
    lie: 'another amount',
    zeroX: (body) => ({ ...body, sellAmount: '1' }),
    lifi: (body) => ({ ...body, action: { ...body.action, fromAmount: '1' } }),
    caught: /another amount/,
  },
  { lie: 'a call that reverts', ...inCall(() => ({ data: '0xdeadbeef' })), caught: /would fail now/ },
  {
    lie: 'a call of 40 KiB',
    ...inCall(({ data }) => ({ data: data.padEnd(2 + 2 * 40_960, '0') })),
    caught: /more than 32768 bytes/,
  },
  { lie: 'two megabytes', ...both((body) => ({ ...body, padding: ' '.repeat(2 << 20) })), caught: /too long/ },
  { lie: 'no JSON', ...both(() => '<html>'), caught: /not JSON/ },
  { lie: 'JSON of another shape', ...both(() => '[]'), caught: /another shape/ },
  {
    lie: 'an amount that is no number',
    ...both((body) => ({ ...body, buyAmount: '-1', estimate: {} })),
    caught: /shape/,
  },
]
