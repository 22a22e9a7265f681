import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createEventDescriber } from '../../src/cli/createEventDescriber.ts'
import { createObserve, type Observe } from '../../src/observe/observe.ts'

const intentId = '0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef'
const signer = '0x1111111111111111111111111111111111111111'

/** What somebody at a terminal reads of these events, without the time. */
function told(level: string, happen: (observe: Observe) => void): string[] {
  const describe = createEventDescriber({ level, chains: new Map([[31337, { name: 'Harbor', symbol: 'ETH' }]]) })
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
    observe.stepTaken({ intentId, from: 'committed', to: 'awaitDeposit', tookMs: 4 })
    observe.stepTaken({ intentId, from: 'awaitOrigin', to: 'succeeded', tookMs: 4 })
    observe.stepFailed({ intentId, step: 'awaitOrigin', error: new Error('no node answers\nand more') })
  })
  expect(lines).toEqual([
    'intent 0x12345678…cdef the deposit is on its way to the intent address',
    'intent 0x12345678…cdef SUCCEEDED: the recipient has what was promised',
    '! intent 0x12345678…cdef: the step awaitOrigin failed and is tried again: no node answers',
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
    const delivery = { deliveryId: 41, webhookId: 3, attempt: 2, tookMs: 9 }
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
