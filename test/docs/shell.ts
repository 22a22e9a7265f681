import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export type Shell = {
  /** Runs lines as a person would type them, block by block; returns their output, throws on failure. */
  run(text: string): Promise<string>
  /** Starts a background command, and waits for a line that begins with `until`. */
  background(text: string, until: string): Promise<string>
  /** Everything that background commands have printed. */
  said(): string
  /** Ctrl-C for running commands, as on a terminal; awaits their end. */
  close(): Promise<void>
}

/** One bash per document, so that blocks share state. */
export function openShell({ cwd, env, scripts }: { cwd: string; env: NodeJS.ProcessEnv; scripts: string }): Shell {
  const child = spawn('bash', ['--norc', '--noprofile', '-s'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  const front = listen(child, child.stdout)
  const back = listen(child, child.stdio[3] as Readable)
  listen(child, child.stderr)
  // Job control gives each background command its own group, which Ctrl-C reaches as a whole. Nothing it started
  // survives the shell, however it ends.
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
