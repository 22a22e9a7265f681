import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createEventDescriber } from '../../src/cli/createEventDescriber.ts'
import { createObserve, type Observe } from '../../src/observe/observe.ts'

const intentId = '0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef'
const signer = '0x1111111111111111111111111111111111111111' as const

const chains = new Map([
  [31337, { name: 'Harbor', symbol: 'ETH' }],
  [31338, { name: 'Island', symbol: 'ETH' }],
])

/** What somebody at a terminal reads of these events, without the time. */
function told(level: string, happen: (observe: Observe) => void): string[] {
  const describe = createEventDescriber({ level, chains })
  const lines: string[] = []
  const write = (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) lines.push(describe(JSON.parse(line)) ?? '')
  }
  const log = pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  happen(createObserve(log))
  return lines.filter(Boolean).map((line) => {
    expect(line).toMatch(/^\d\d:\d\d:\d\d {2}/)
    return line.slice('00:00:00  '.length)
  })
}

test('an intent that moves is one sentence, and its end says where the money is', () => {
  const lines = told('info', (observe) => {
    const taken = { intentId, tookMs: 4, originChainId: 31337, destinationChainId: 31338, amounts: [] } as const
    const usdc = { token: signer, symbol: 'USDC', decimals: 6 } as const
    observe.stepTaken({ ...taken, from: 'committed', to: 'awaitDeposit' })
    const sent = { moved: 'sent', chainId: 31337, amount: '100000001', ...usdc } as const
    observe.stepTaken({ ...taken, from: 'awaitDeposit', to: 'sendOrigin', amounts: [sent] })
    const arrived = { moved: 'arrived', chainId: 31338, amount: '99500000', ...usdc } as const
    const unknown = { moved: 'refunded', chainId: 31338, amount: '7', token: signer } as const
    observe.stepTaken({ ...taken, from: 'awaitDestination', to: 'succeeded', amounts: [arrived, unknown] })
    observe.stepTaken({ ...taken, destinationChainId: 31337, from: 'awaitOrigin', to: 'lapsed' })
    observe.stepFailed({ intentId, step: 'awaitOrigin', error: new Error('no node answers\nand more') })
    observe.stepFailed({ intentId: undefined, step: 'lease', error: new Error('the database is away') })
  })
  const across = `intent ${intentId} (Harbor → Island)`
  expect(lines).toEqual([
    `${across} the deposit is on its way to the intent address`,
    `${across} the origin batch is handed to the sender; 100.000001 USDC sent on Harbor`,
    `${across} SUCCEEDED: the recipient has what was promised; 99.5 USDC arrived on Island, 7 base units of 0x11111111…1111 refunded on Island`,
    `intent ${intentId} (Harbor) FAILED: the time was over and no deposit had come`,
    `! intent ${intentId}: the step awaitOrigin failed and is tried again: no node answers`,
    '! worker: the step lease failed and is tried again: the database is away',
  ])
})

test('switches that an operator turned are told; a refused try and other calls are not', () => {
  const call = { requestId: 'r', status: 200, tookMs: 1, bytesIn: 2, bytesOut: 2 }
  const lines = told('info', (observe) => {
    observe.requestDone({ ...call, operation: 'GetSwitches' })
    observe.requestDone({ ...call, operation: 'SetSwitches', status: 401, error: 'Unauthorized' })
    observe.requestDone({ ...call, operation: 'SetSwitches' })
    observe.panic({ requestId: 'r', operation: undefined, error: new Error('after') }) // writes what is gathered
  })
  expect(lines).toEqual([
    'an operator has turned switches; `causeway switch list` shows them',
    '! panic (requestId r): after',
  ])
})

test('a node that goes and comes back is told; one that comes up at the start is not', () => {
  const node = { chainId: 31337, node: 'node 0' }
  const lines = told('info', (observe) => {
    observe.nodeHealth({ ...node, healthy: true, why: '' })
    observe.nodeHealth({ ...node, healthy: false, why: 'has had no new block for 40 s' })
    observe.nodeHealth({ ...node, healthy: true, why: '' })
  })
  expect(lines).toEqual(['! node 0 of Harbor is down: has had no new block for 40 s', 'node 0 of Harbor is up again'])
})

test('a failing webhook, an empty signer and a reorganisation are told with what is known', () => {
  const lines = told('info', (observe) => {
    const delivery = { deliveryId: 41, webhookId: 3, intentId: undefined, attempt: 2, tookMs: 9 }
    observe.delivered({ ...delivery, state: 'delivered', statusCode: 200 })
    observe.delivered({ ...delivery, state: 'pending', statusCode: 500 })
    observe.delivered({ ...delivery, state: 'failed', cause: 'timeout' })
    observe.gasBalance({ chainId: 31337, signer, balance: 12n * 10n ** 15n, low: true })
    observe.reorg({ chainId: 31337, forkBlock: 7, depth: 2 })
  })
  expect(lines).toEqual([
    '! webhook 3 is failing: delivery 41, attempt 2: it answered 500; it is tried again',
    '! webhook 3 is failing: delivery 41, attempt 2: timeout; it is given up',
    '! signer 0x11111111…1111 on Harbor is low on gas: 0.012 ETH',
    '! reorg (chainId 31337, forkBlock 7, depth 2)',
  ])
})

test('the configuration and the lanes are for debug, and so are stacks', () => {
  const happen = (observe: Observe) => {
    observe.configured({ file: undefined, config: { http: { port: 1 } } })
    observe.laneTaken({ chainId: 31337, signer, live: 0, nextNonce: 5 })
    observe.panic({ requestId: 'r', operation: undefined, error: new Error('broken') })
  }
  expect(told('info', happen)).toEqual(['! panic (requestId r): broken'])
  const all = told('debug', happen)
  expect(all[0]).toContain('configuration')
  expect(all[1]).toContain('lane taken')
  expect(all[2]).toMatch(/panic.*broken\n.*Error: broken\n +at /s)
})
