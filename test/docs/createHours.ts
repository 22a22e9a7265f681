/** Whose first hour a document belongs to. */
const readers = {
  integrator: [
    'README',
    'integrate-with-curl',
    'integrate-from-typescript',
    'integrate-with-python',
    'destination-calls',
    'verify-webhooks',
    'move-from-another-service',
    'send-form-in-your-page',
  ],
  operator: ['security-model', 'run-in-production', 'run-on-a-cluster', 'keep-it-running'],
  contributor: ['add-a-chain', 'add-a-provider', 'CONTRIBUTING'],
} as const

export type Reader = keyof typeof readers

export function readerOf(file: string): Reader | undefined {
  const name = file.replace(/^.*\//, '').replace(/\.md$/, '')
  return (Object.keys(readers) as Reader[]).find((reader) => readers[reader].some((one) => one === name))
}

/** Minutes that each reader has spent when a document has been played to its end, at the speed of a machine that does not read. */
export function createHours() {
  const spentMs = new Map<Reader, number>()
  const milestones: string[] = []
  return {
    played(file: string, tookMs: number): void {
      const reader = readerOf(file)
      if (!reader) return
      const sum = (spentMs.get(reader) ?? 0) + tookMs
      spentMs.set(reader, sum)
      milestones.push(`${reader.padEnd(11)} ${(sum / 60_000).toFixed(1).padStart(5)} min  ${file}`)
    },
    told: (): string => milestones.join('\n'),
  }
}
