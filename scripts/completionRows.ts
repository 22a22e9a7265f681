import { commands } from '../src/cli/commands.ts'
import type { CompletionRow } from '../src/cli/completion.ts'

/** The commands for the completion, which would otherwise load them all, service included, for their flags. */
export async function completionRowsFile(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(commands).map(async ([name, { about, load }]): Promise<CompletionRow> => {
      const { flags, children } = await load()
      return { name, about, flags: Object.keys(flags).map((flag) => `--${flag}`), children: Object.keys(children) }
    }),
  )
  return [
    '/** Made from the commands by `npm run generate`. */',
    '// biome-ignore format: made by a program',
    'export const completionRows = [',
    ...rows.map((row) => `  ${JSON.stringify(row)},`),
    ']',
    '',
  ].join('\n')
}
