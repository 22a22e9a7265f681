type Kept = {
  account?: string
  keystore?: string
  url?: string
  operator?: string
  save?: string
  rpc: readonly string[]
  'chain-file': readonly string[]
}

/** A command line that resumes an intent: payer, nodes, contracts, folder. Leaves out --key, which is a secret. */
export function resumeLine(intentId: string, options: Kept): string {
  const { account, keystore, url, operator, save, rpc, 'chain-file': chainFiles } = options
  const kept = { account, keystore, url, operator, save, rpc, 'chain-file': chainFiles }
  const flags = Object.entries(kept).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [`--${name}`, quoted(one)]),
  )
  return ['causeway send --resume', intentId, ...flags].join(' ')
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
