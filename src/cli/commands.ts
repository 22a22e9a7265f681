import type { CommandEntry } from './kit/command.ts'

/** Every command, imported when it is used: help imports none, and no command loads the modules of another. */
export const commands: Record<string, CommandEntry> = {
  serve: {
    about: 'Start the service, and three local chains if none are configured',
    load: () => import('./serve.ts').then(({ serve }) => serve),
  },
  devnet: {
    about: 'Start the three local chains alone',
    load: () => import('./devnet.ts').then(({ devnet }) => devnet),
  },
  quote: { about: 'Ask what a trade costs and brings', load: () => import('./quote.ts').then(({ quote }) => quote) },
  send: { about: 'Carry out a trade, from quote to receipt', load: () => import('./send.ts').then(({ send }) => send) },
  receipt: {
    about: 'Show where the money of an intent is',
    load: () => import('./receipt.ts').then(({ receipt }) => receipt),
  },
  watch: { about: 'Follow an intent until it ends', load: () => import('./watch.ts').then(({ watch }) => watch) },
  search: { about: 'Find intents', load: () => import('./search.ts').then(({ search }) => search) },
  history: { about: 'Page through intents', load: () => import('./history.ts').then(({ history }) => history) },
  tokens: { about: 'List tokens', load: () => import('./tokens.ts').then(({ tokens }) => tokens) },
  chains: { about: 'List chains', load: () => import('./chains.ts').then(({ chains }) => chains) },
  routes: {
    about: 'List what can be reached, or what can pay',
    load: () => import('./routes.ts').then(({ routes }) => routes),
  },
  prices: { about: 'Show dollar prices of tokens', load: () => import('./prices.ts').then(({ prices }) => prices) },
  yields: { about: 'List markets that earn', load: () => import('./yields.ts').then(({ yields }) => yields) },
  balances: {
    about: 'Show what a wallet holds',
    load: () => import('./balances.ts').then(({ balances }) => balances),
  },
  recover: {
    about: 'Take a stuck deposit back, without the service',
    load: () => import('./recover.ts').then(({ recover }) => recover),
  },
  projects: {
    about: 'Administer projects, limits and usage',
    load: () => import('./projects.ts').then(({ projects }) => projects),
  },
  books: {
    about: 'Show whether it pays: fees earned, gas spent',
    load: () => import('./books.ts').then(({ books }) => books),
  },
  audit: {
    about: 'Show who did what: keys, projects, switches, tokens',
    load: () => import('./audit.ts').then(({ audit }) => audit),
  },
  export: {
    about: 'Write the ledger or the audit as CSV or JSON lines',
    load: () => import('./exportLines.ts').then(({ exportLines }) => exportLines),
  },
  held: {
    about: 'Show money that rests at intent addresses or moves',
    load: () => import('./held.ts').then(({ held }) => held),
  },
  lanes: {
    about: 'Show what signers have sent, replace or cancel what is stuck',
    load: () => import('./lanes.ts').then(({ lanes }) => lanes),
  },
  replay: {
    about: 'Find the route of an intent again, and the best one there was',
    load: () => import('./replay.ts').then(({ replay }) => replay),
  },
  keys: { about: 'Administer access keys', load: () => import('./keys.ts').then(({ keys }) => keys) },
  switch: {
    about: 'Turn intents, operations and chains off and on',
    load: () => import('./switches.ts').then(({ switches }) => switches),
  },
  webhooks: {
    about: 'Have events posted to you, and see what became of them',
    load: () => import('./webhooks.ts').then(({ webhooks }) => webhooks),
  },
  signers: {
    about: 'Make and check the keys that send transactions',
    load: () => import('./signers.ts').then(({ signers }) => signers),
  },
  doctor: {
    about: 'Check everything a service needs, and say what to do',
    load: () => import('./doctor.ts').then(({ doctor }) => doctor),
  },
  migrate: {
    about: 'Bring the database to this version',
    load: () => import('./migrate.ts').then(({ migrate }) => migrate),
  },
  deploy: {
    about: "Put the service's contracts on a chain",
    load: () => import('./deploy.ts').then(({ deploy }) => deploy),
  },
  completion: {
    about: 'Print a completion script for bash, zsh or fish',
    load: () => import('./completion.ts').then(({ completion }) => completion),
  },
}
