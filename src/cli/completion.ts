import { completionRows } from './completionRows.ts'
import { usageError } from './kit/cliError.ts'
import { createCommand } from './kit/command.ts'
import { onlyArg } from './kit/flags.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const completion = createCommand({
  name: 'completion',
  about: 'Print a script that teaches a shell to complete commands and flags.',
  args: shells.join(' | '),
  flags: { json: { about: 'Print the result as JSON' } },
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/causeway',
    'completion zsh > ~/.zfunc/_causeway',
    'completion fish > ~/.config/fish/completions/causeway.fish',
  ],
  run: async ({ args, out }) => {
    const named = onlyArg(args, 'shell')
    const shell = shells.find((one) => one === named)
    if (!shell) throw usageError(`"${named}" is none of ${shells.join(', ')}`)
    out.result({ shell, commands: completionRows }, () => scripts[shell](completionRows))
  },
})

/** A command with its flags and, where it has some, its own commands. */
export type CompletionRow = {
  name: string
  about: string
  flags: readonly string[]
  children: readonly string[]
}

const names = (rows: readonly CompletionRow[]): string => rows.map(({ name }) => name).join(' ')

const bash = (rows: readonly CompletionRow[]): string => `# causeway completion for bash
_causeway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names(rows)}"
  else
    case "\${COMP_WORDS[1]}" in
${rows.map(({ name, flags, children }) => `      ${name}) words="${[...children, ...flags].join(' ')}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _causeway causeway`

const zsh = (rows: readonly CompletionRow[]): string => `#compdef causeway
local -a commands
commands=(
${rows.map(({ name, about }) => `  '${name}:${quoted(about)}'`).join('\n')}
)
if (( CURRENT == 2 )); then
  _describe 'command' commands
else
  case "$words[2]" in
${rows.map(({ name, flags, children }) => `    ${name}) compadd -- ${[...children, ...flags].join(' ')} ;;`).join('\n')}
  esac
  _files
fi`

const fish = (rows: readonly CompletionRow[]): string =>
  [
    '# causeway completion for fish',
    ...rows.map(
      ({ name, about }) => `complete -c causeway -n __fish_use_subcommand -f -a ${name} -d '${quoted(about)}'`,
    ),
    ...rows.flatMap(({ name, flags, children }) => [
      ...children.map((child) => `complete -c causeway -n '__fish_seen_subcommand_from ${name}' -f -a ${child}`),
      ...flags.map((flag) => `complete -c causeway -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
    ]),
  ].join('\n')

const quoted = (text: string): string => text.replaceAll("'", '').replaceAll(':', ';')

const scripts: Record<(typeof shells)[number], (rows: readonly CompletionRow[]) => string> = { bash, zsh, fish }
