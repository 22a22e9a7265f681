import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export type Shell = {
  /** Runs lines as a person would type them, one block after the other; what a command says is returned, and a failure throws. */
  run(text: string): Promise<string>
  /** Starts something that goes on, and waits until it prints a line that begins with `until`. */
  background(text: string, until: string): Promise<string>
  /** Everything that background commands have printed. */
  said(): string
  /** Ctrl-C for what still runs, as on a terminal, and its end is awaited. */
  close(): Promise<void>
}

/** One bash for a whole document, so that what one block sets the next one has. */
export function openShell({ cwd, env, scripts }: { cwd: string; env: NodeJS.ProcessEnv; scripts: string }): Shell {
  const child = spawn('bash', ['--norc', '--noprofile', '-s'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  const front = listen(child, child.stdout)
  const back = listen(child, child.stdio[3] as Readable)
  listen(child, child.stderr)
  // Job control gives each background command a group of its own, which Ctrl-C reaches as a whole. However the shell ends,
  // nothing that it started stays behind.
  const stop = 'for one in $started; do kill -INT -- "-$one" 2>/dev/null || true; done; wait'
  child.stdin.write(`set -m -e -u -o pipefail\nstarted=\ntrap '${stop}' EXIT\n`)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let count = 0

  const script = (text: string): string => {
    const file = join(scripts, `block-${++count}.sh`)
    writeFileSync(file, `${text}\n`)
    return `'${file}'`
  }
  const send = async (lines: string, text: string): Promise<string> => {
    const done = `--- block ${count} is done ---`
    const from = front.text().length
    child.stdin.write(`${lines}\necho; echo '${done}'\n`)
    const finished = await front.until((said) => said.slice(from).includes(done))
    const output = front.text().slice(from).replace(`\n${done}\n`, '')
    if (!finished)
      throw new Error(`a command failed in\n\n${text}\n\nand this was said:\n\n${output}\n${tail(back.text())}`)
    return output
  }
  return {
    run: (text) => send(`source ${script(text)} 2>&1 </dev/null`, text),
    background: async (text, until) => {
      const from = back.text().length
      const over = `--- background ${count + 1} is over ---`
      const lines = `(trap : INT; set +e; source ${script(text)}; echo '${over}') >&3 2>&3 </dev/null & started="$started $!"`
      await send(lines, text)
      const said = () => back.text().slice(from)
      await back.until(() => lineOf(said(), until) !== undefined || said().includes(over))
      const found = lineOf(said(), until)
      if (found === undefined) throw new Error(`"${until}" was never said by\n\n${text}\n\n${tail(said())}`)
      return found
    },
    said: back.text,
    close: async () => {
      if (child.exitCode === null) child.stdin.end('exit 0\n')
      await ended
    },
  }
}

const lineOf = (text: string, start: string): string | undefined =>
  text.split('\n').find((line) => line.startsWith(start))

const tailLines = 40
const tail = (text: string): string => text.split('\n').slice(-tailLines).join('\n')

type Ear = { text(): string; until(is: (said: string) => boolean): Promise<boolean> }

/** Hears a stream; `until` is false if the shell ended before. */
function listen(child: ChildProcess, stream: Readable): Ear {
  let said = ''
  let over = false
  const wakers = new Set<() => void>()
  const wake = () => {
    for (const one of wakers) one()
  }
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    wake()
  })
  child.once('exit', () => {
    over = true
    wake()
  })
  const until = (is: (text: string) => boolean) =>
    new Promise<boolean>((resolve) => {
      const check = () => {
        const found = is(said)
        if (!found && !over) return
        wakers.delete(check)
        resolve(found)
      }
      wakers.add(check)
      check()
    })
  return { text: () => said, until }
}
