/**
 * The hostile callers of bench/neighbours.ts, in a low-priority process of their own: real ones, on other machines,
 * would not take the service's processors either.
 */
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { devnetAddresses as tokens } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { printJson } from '../src/interface/json.ts'
import { across, harbor, island, random } from './acrossQuote.ts'
import type { HostileOrder } from './neighbours.ts'

setPriority(5)
const order: HostileOrder = JSON.parse(process.argv[2]!)
const { url, callers, keys, owners, streamed } = order
const agent = new Agent({ keepAlive: true })

function post(operation: string, body: object, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const options = { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } }
    httpRequest(`${url}/rpc/Svc/${operation}`, options, (reply) =>
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0)),
    )
      .on('error', () => resolve(0))
      .end(printJson(body))
  })
}

const hostile: (() => [operation: string, body: object])[] = [
  () => ['QuoteIntent', across(2n ** BigInt(60 + random(100)), owners)],
  () => [
    'QuoteIntent',
    {
      ...across(50_000_000n, owners),
      destinationTokenAddress: `0x${random(2 ** 31)
        .toString(16)
        .padStart(40, '1')}`,
    },
  ],
  () => [
    'QuoteIntent',
    {
      ...across(50_000_000n, owners),
      destinationToAddress: tokens.uniswapV3.router,
      destinationCallData: `0x${'ff'.repeat(60_000)}`,
    },
  ],
  () => ['GetIntentHistory', { page: { pageSize: 100 }, includeBalances: true }],
  () => ['SearchIntents', { byQueryString: 'USDC' }],
  () => ['WaitIntentReceipt', { intentId: `0x${'ab'.repeat(32)}` }],
  () => ['GetTokenList', { chainIds: [harbor, island], limit: 1_000, searchQuery: String(random(1e9)) }],
]

const answers = new Map<number, number>()
let isOver = false
const count = (status: number) => void answers.set(status, (answers.get(status) ?? 0) + 1)
const pages = [
  '/metrics',
  '/console/routes.json',
  '/openapi.json',
  '/ready',
  '/console/settings.json',
  '/docs/',
  '/none',
]

async function attack(n: number): Promise<void> {
  const address = `192.0.${n >> 8}.${n & 255}`
  while (!isOver) {
    if (n % 10 === 0) await dribble(address)
    else if (n % 10 === 1) await holdStream(address)
    else if (n % 10 === 2) count(await read(pages[random(pages.length)]!, address))
    else {
      const [operation, body] = hostile[random(hostile.length)]!()
      const theirs = n % 10 < 5 ? { 'x-access-key': keys[n % keys.length]! } : undefined
      count(await post(operation, body, { 'x-forwarded-for': address, ...theirs }))
    }
  }
}

const read = (path: string, address: string) =>
  new Promise<number>((resolve) => {
    const headers = { 'x-forwarded-for': address }
    httpRequest(`${url}${path}`, { agent, headers }, (reply) =>
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0)),
    )
      .on('error', () => resolve(0))
      .end()
  })

/** Sends a request one byte at a time, until the service gives up. */
function dribble(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const head = ['POST /rpc/Svc/QuoteIntent HTTP/1.1', 'host: a', `x-forwarded-for: ${address}`]
    socket.write([...head, 'content-type: application/json', 'content-length: 300000', '', '{'].join('\r\n'))
    const timer = setInterval(() => void (isOver ? socket.destroy() : socket.write(' ')), 5)
    socket.on('data', () => {}).on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
}

/** Opens fifty streams of one intent for a while and reads none. */
async function holdStream(address: string): Promise<void> {
  const sockets = Array.from({ length: 50 }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    socket.write(`GET /intents/${streamed}/events HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n\r\n`)
    return socket.pause()
  })
  for (let waitedMs = 0; waitedMs < 5_000 && !isOver; waitedMs += 200) await setTimeout(200)
  for (const socket of sockets) socket.destroy()
}

process.on('message', () => {
  isOver = true
})
await Promise.all(Array.from({ length: callers }, (_, n) => attack(n)))
agent.destroy()
process.send!([...answers])
process.disconnect()
