/** Series as promtool writes them: a value a minute; `1x9` is ten times 1, `0+2x9` grows by 2. */
type Series = Record<string, string>

export type AlertCase = {
  /** What makes it fire, and with which labels, at the minute `at`. */
  loud: Series
  labels?: Record<string, string>
  at?: number
  /** What must not: the same thing going well, or for a moment. */
  quiet: Series
  /** And another that must not. */
  brief?: Series
}

const signer = '0x5151'
const open = (what: string, loudS: number, quietS: number): AlertCase => ({
  loud: { [`causeway_oldest_open_seconds{what="${what}",instance="a"}`]: `${loudS}x30` },
  quiet: { [`causeway_oldest_open_seconds{what="${what}",instance="a"}`]: `${quietS}x30` },
})

/** A counter that is zero from the start and counts its first event: the alert sees it. */
const first = (series: string, labels?: Record<string, string>): AlertCase => ({
  loud: { [series]: '0x4 1x30' },
  labels,
  at: 6,
  quiet: { [series]: '0x40' },
})

/** One series in both cases. */
const curve = (series: string, loud: string, quiet: string, labels?: Record<string, string>): AlertCase => ({
  loud: { [series]: loud },
  labels,
  quiet: { [series]: quiet },
})

const gauge = (series: string, loud: number, quiet: number, labels?: Record<string, string>): AlertCase =>
  curve(series, `${loud}x30`, `${quiet}x30`, labels)

/** An objective that is missed by `loud` of a thousand, and kept with `quiet`. */
const missed = (seriesOf: (missedOfThousand: number) => Series, loud: number, quiet: number): AlertCase => ({
  loud: seriesOf(loud),
  quiet: seriesOf(quiet),
})

const failedCalls = (count: number): Series => ({
  'causeway_requests_total{operation="Ping",error="none"}': `0+${1_000 - count}x40`,
  'causeway_requests_total{operation="Ping",error="Unexpected"}': `0+${count}x40`,
})
/** Three calls a minute, and one outage of the database in which seven calls failed within a minute. */
const shortOutage: Series = {
  'causeway_requests_total{operation="Ping",error="none"}': '0+3x40',
  'causeway_requests_total{operation="Ping",error="WebrpcInternalError"}': '0x9 7x40',
}
const slowQuotes = (count: number): Series => ({
  'causeway_request_duration_seconds_bucket{operation="QuoteIntent",le="5"}': `0+${1_000 - count}x40`,
  'causeway_request_duration_seconds_count{operation="QuoteIntent"}': '0+1000x40',
  'causeway_request_duration_seconds_bucket{operation="WaitIntentReceipt",le="5"}': '0x40',
  'causeway_request_duration_seconds_count{operation="WaitIntentReceipt"}': '0+1000x40',
})
const lateArrivals = (count: number): Series => ({
  'causeway_duration_ratio_bucket{route="CCTP",le="2"}': `0+${1_000 - count}x40`,
  'causeway_duration_ratio_count{route="CCTP"}': '0+1000x40',
})

/** One for each rule of docs/monitoring/alerts.yml. */
export const alertCases: Record<string, AlertCase> = {
  CausewayDown: curve('up{job="causeway",instance="a"}', '1 0x30', '1 1 0 1x30', { job: 'causeway', instance: 'a' }),
  CausewayFinalityBroken: first('causeway_finality_broken_total{chain="10",instance="a"}', {
    chain: '10',
    instance: 'a',
  }),
  CausewayOrphans: first('causeway_orphans_total{instance="a"}', { instance: 'a' }),
  CausewayWorkWaits: gauge('causeway_oldest_due_seconds{instance="a"}', 61, 59),
  CausewayLoopLate: gauge('causeway_loop_age_seconds{instance="a",loop="steps"}', 301, 299, {
    instance: 'a',
    loop: 'steps',
  }),
  CausewayIntentStuck: open('executing', 7_201, 7_199),
  CausewayTransactionUnmined: open('attempt', 601, 599),
  CausewayLaneStalled: gauge(`causeway_lane_stalled_seconds{chain="10",signer="${signer}",instance="a"}`, 601, 599, {
    chain: '10',
    signer,
  }),
  CausewayOutboxWaits: open('outbox', 301, 299),
  CausewayEventsWait: open('event', 121, 119),
  CausewayDamagedRows: gauge('causeway_intents_damaged{instance="a"}', 1, 0),
  CausewayClockOff: gauge('causeway_database_clock_ahead_seconds{instance="a"}', -6, 4, { instance: 'a' }),
  CausewayMoneyHeld: {
    loud: { 'causeway_steps_total{from="refund",to="held"}': '0x4 1x30' },
    at: 6,
    quiet: {
      'causeway_steps_total{from="refund",to="held"}': '0x40',
      'causeway_steps_total{from="awaitRefund",to="refunded"}': '0+1x40',
    },
  },
  CausewaySignerGasLow: {
    loud: {
      [`causeway_signer_gas_ether{chain="10",signer="${signer}",instance="a"}`]: '0.0004x30',
      [`causeway_signer_gas_low{chain="10",signer="${signer}",instance="a"}`]: '1x30',
    },
    labels: { chain: '10', signer },
    quiet: {
      [`causeway_signer_gas_ether{chain="10",signer="${signer}",instance="a"}`]: '0.0006x30',
      [`causeway_signer_gas_low{chain="10",signer="${signer}",instance="a"}`]: '0x30',
    },
  },
  // Two signers share 0.6 an hour: 3 lasts ten hours, 6 lasts twenty.
  CausewaySignerGasHours: {
    loud: {
      'causeway_gas_spent_native_total{chain="10",instance="a"}': '0+0.01x500',
      [`causeway_signer_gas_ether{chain="10",signer="${signer}",instance="a"}`]: '3x500',
      'causeway_signer_gas_ether{chain="10",signer="0x5252",instance="a"}': '600x500',
    },
    labels: { chain: '10', signer },
    at: 400,
    quiet: {
      'causeway_gas_spent_native_total{chain="10",instance="a"}': '0+0.01x500',
      [`causeway_signer_gas_ether{chain="10",signer="${signer}",instance="a"}`]: '6x500',
      'causeway_signer_gas_ether{chain="10",signer="0x5252",instance="a"}': '600x500',
      'causeway_gas_spent_native_total{chain="1",instance="a"}': '0x500',
      [`causeway_signer_gas_ether{chain="1",signer="${signer}",instance="a"}`]: '0x500',
    },
  },
  CausewayGasUncovered: {
    loud: {
      'causeway_gas_spent_usd_total{chain="10",instance="a"}': '0+0.1x500',
      'causeway_gas_charged_usd_total{chain="10",instance="a"}': '0+0.06x500',
    },
    labels: { chain: '10' },
    at: 400,
    quiet: {
      'causeway_gas_spent_usd_total{chain="10",instance="a"}': '0+0.1x500',
      'causeway_gas_charged_usd_total{chain="10",instance="a"}': '0+0.08x500',
      'causeway_gas_spent_usd_total{chain="1",instance="a"}': '0+0.0001x500',
      'causeway_gas_charged_usd_total{chain="1",instance="a"}': '0x500',
    },
  },
  CausewayEstimatesOff: {
    loud: {
      'causeway_duration_ratio_bucket{route="ACROSS",le="1.5"}': '0+0.1x100',
      'causeway_duration_ratio_bucket{route="ACROSS",le="2"}': '0+1x100',
      'causeway_duration_ratio_bucket{route="ACROSS",le="+Inf"}': '0+1x100',
      'causeway_duration_ratio_count{route="ACROSS"}': '0+1x100',
    },
    labels: { route: 'ACROSS' },
    at: 90,
    quiet: {
      'causeway_duration_ratio_bucket{route="ACROSS",le="1.1"}': '0+0.9x100',
      'causeway_duration_ratio_bucket{route="ACROSS",le="+Inf"}': '0+1x100',
      'causeway_duration_ratio_count{route="ACROSS"}': '0+1x100',
    },
  },
  CausewayChainUnreachable: {
    loud: {
      'causeway_node_healthy{chain="10",node="node 1",instance="a"}': '1x40',
      'causeway_node_healthy{chain="10",node="node 2",instance="a"}': '0x40',
    },
    labels: { chain: '10', instance: 'a' },
    quiet: { 'causeway_node_healthy{chain="10",node="node 1",instance="a"}': '1x5 0 0 1x40' },
  },
  CausewayChainStands: curve('causeway_chain_head_timestamp_seconds{chain="10",instance="a"}', '60x40', '0+60x40', {
    chain: '10',
  }),
  CausewayNodeUnhealthy: curve('causeway_node_healthy{chain="10",node="node 1",instance="a"}', '0x40', '0x10 1x40', {
    chain: '10',
    node: 'node 1',
    instance: 'a',
  }),
  CausewayNodesDisagree: curve('causeway_nodes_disagree_total{chain="10",instance="a"}', '0+3x40', '0+1x40', {
    chain: '10',
  }),
  CausewayServerErrors: {
    loud: {
      'causeway_requests_total{operation="QuoteIntent",error="none"}': '0+90x40',
      'causeway_requests_total{operation="QuoteIntent",error="WebrpcInternalError"}': '0+2x40',
    },
    quiet: {
      'causeway_requests_total{operation="QuoteIntent",error="none"}': '0+900x40',
      'causeway_requests_total{operation="QuoteIntent",error="WebrpcInternalError"}': '0+2x40',
      'causeway_requests_total{operation="QuoteIntent",error="InvalidArgument"}': '0+90x40',
    },
  },
  CausewayPanic: first('causeway_panics_total{instance="a"}', { instance: 'a' }),
  CausewayQuotesSlow: {
    loud: {
      'causeway_request_duration_seconds_bucket{operation="QuoteIntent",error="none",le="5"}': '0+10x40',
      'causeway_request_duration_seconds_bucket{operation="QuoteIntent",error="none",le="10"}': '0+20x40',
      'causeway_request_duration_seconds_bucket{operation="QuoteIntent",error="none",le="+Inf"}': '0+20x40',
    },
    quiet: {
      'causeway_request_duration_seconds_bucket{operation="QuoteIntent",error="none",le="5"}': '0+20x40',
      'causeway_request_duration_seconds_bucket{operation="QuoteIntent",error="none",le="10"}': '0+20x40',
      'causeway_request_duration_seconds_bucket{operation="QuoteIntent",error="none",le="+Inf"}': '0+20x40',
    },
  },
  CausewayStepsFailing: curve('causeway_step_failures_total{step="awaitBridge",instance="a"}', '0+40x40', '0+5x40', {
    step: 'awaitBridge',
  }),
  CausewayFeesHeld: gauge('causeway_fees_held{chain="10",instance="a"}', 1, 0, { chain: '10' }),
  CausewayNonceGap: first('causeway_nonce_gaps_total{chain="10",instance="a"}', { chain: '10', instance: 'a' }),
  CausewaySenderFaults: curve('causeway_sender_faults_total{chain="10",instance="a"}', '0+40x40', '0+5x40', {
    chain: '10',
  }),
  CausewaySponsorBudgetSpent: first('causeway_sponsored_deposits_total{outcome="refused",instance="a"}'),
  CausewayManyFailedIntents: {
    loud: {
      'causeway_steps_total{from="awaitOrigin",to="succeeded"}': '0+2x40',
      'causeway_steps_total{from="awaitRefund",to="refunded"}': '0+1x40',
    },
    quiet: {
      'causeway_steps_total{from="awaitOrigin",to="succeeded"}': '0+9x40',
      'causeway_steps_total{from="awaitRefund",to="refunded"}': '0+1x40',
    },
  },
  CausewayWebhooksFailing: {
    loud: {
      'causeway_webhook_attempts_total{state="failed",instance="a"}': '0x4 1x40',
      'causeway_webhook_faults_total{doing="lease",instance="a"}': '0x40',
    },
    quiet: {
      'causeway_webhook_attempts_total{state="failed",instance="a"}': '0x40',
      'causeway_webhook_attempts_total{state="delivered",instance="a"}': '0+5x40',
      'causeway_webhook_faults_total{doing="lease",instance="a"}': '0x40',
    },
  },
  CausewayEventLoopLate: gauge('nodejs_eventloop_lag_p99_seconds{instance="a"}', 0.6, 0.1, { instance: 'a' }),
  CausewayCallsBudgetFast: { ...missed(failedCalls, 15, 14), brief: shortOutage },
  CausewayCallsBudgetSlow: missed(failedCalls, 7, 5),
  CausewayQuotesBudgetFast: missed(slowQuotes, 145, 143),
  CausewayQuotesBudgetSlow: missed(slowQuotes, 61, 59),
  CausewayArrivalsBudgetFast: missed(lateArrivals, 721, 719),
  CausewayArrivalsBudgetSlow: missed(lateArrivals, 301, 299),
}
