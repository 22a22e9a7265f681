import type { Command, CommandEntry } from './kit/command.ts'

const entry = <K extends string>(about: string, name: K, load: () => Promise<Record<K, Command>>): CommandEntry => ({
  about,
  load: async () => (await load())[name],
})

/** Every command, imported when it is used: help imports none, and no command loads the modules of another. */
export const commands: Record<string, CommandEntry> = {
  serve: entry('Start the service, and three local chains if none are configured', 'serve', () => import('./serve.ts')),
  devnet: entry('Start the three local chains alone', 'devnet', () => import('./devnet.ts')),
  quote: entry('Ask what a trade costs and brings', 'quote', () => import('./quote.ts')),
  send: entry('Carry out a trade, from quote to receipt', 'send', () => import('./send.ts')),
  receipt: entry('Show where the money of an intent is', 'receipt', () => import('./receipt.ts')),
  watch: entry('Follow an intent until it ends', 'watch', () => import('./watch.ts')),
  search: entry('Find intents', 'search', () => import('./search.ts')),
  history: entry('Page through intents', 'history', () => import('./history.ts')),
  tokens: entry('List tokens', 'tokens', () => import('./tokens.ts')),
  chains: entry('List chains', 'chains', () => import('./chains.ts')),
  routes: entry('List what can be reached, or what can pay', 'routes', () => import('./routes.ts')),
  prices: entry('Show dollar prices of tokens', 'prices', () => import('./prices.ts')),
  yields: entry('List markets that earn', 'yields', () => import('./yields.ts')),
  balances: entry('Show what a wallet holds', 'balances', () => import('./balances.ts')),
  recover: entry('Take a stuck deposit back, without the service', 'recover', () => import('./recover.ts')),
  projects: entry('Administer projects, limits and usage', 'projects', () => import('./projects.ts')),
  books: entry('Show whether it pays: fees earned, gas spent', 'books', () => import('./books.ts')),
  audit: entry('Show who did what: keys, projects, switches, tokens', 'audit', () => import('./audit.ts')),
  export: entry('Write the ledger or the audit as CSV or JSON lines', 'exportLines', () => import('./exportLines.ts')),
  held: entry('Show money that rests at intent addresses or moves', 'held', () => import('./held.ts')),
  lanes: entry('Show what signers have sent, replace or cancel what is stuck', 'lanes', () => import('./lanes.ts')),
  replay: entry('Find the route of an intent again, and the best one there was', 'replay', () => import('./replay.ts')),
  keys: entry('Administer access keys', 'keys', () => import('./keys.ts')),
  switch: entry('Turn intents, operations and chains off and on', 'switches', () => import('./switches.ts')),
  webhooks: entry('Have events posted to you, and see what became of them', 'webhooks', () => import('./webhooks.ts')),
  signers: entry('Make and check the keys that send transactions', 'signers', () => import('./signers.ts')),
  doctor: entry('Check everything a service needs, and say what to do', 'doctor', () => import('./doctor.ts')),
  migrate: entry('Bring the database to this version', 'migrate', () => import('./migrate.ts')),
  deploy: entry("Put the service's contracts on a chain", 'deploy', () => import('./deploy.ts')),
  completion: entry('Print a completion script for bash, zsh or fish', 'completion', () => import('./completion.ts')),
}
