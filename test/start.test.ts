import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { builtCopy } from '../scripts/builtCopy.mjs'
import { saidBy } from './cli/runCli.ts'
import { postJson } from './postJson.ts'

const root = process.cwd()
/** The built copy: from source (see test/docs/readme.test.ts) each process would compile for seconds. */
const entry = fileURLToPath((await builtCopy())!)

type Run = {
  child: ChildProcess
  cwd: string
  out(): string
  err(): string
  exit: Promise<number | null>
  line(start: RegExp): Promise<string>
}

/** `causeway …` in its own folder, or another's. */
async function run(
  args: string[],
  env: Record<string, string> = {},
  folder?: string,
  on: 'pipes' | 'terminal' = 'pipes',
): Promise<Run> {
  const cwd = folder ?? (await mkdtemp(join(tmpdir(), 'causeway-start-')))
  const command = [process.execPath, entry, ...args]
  // `script` of util-linux gives its command a pseudo-terminal and passes on its output.
  const [file = '', ...rest] = on === 'pipes' ? command : ['script', '-qec', `exec ${command.join(' ')}`, '/dev/null']
  const child = spawn(file, rest, { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } })
  let wake = () => {}
  const said = saidBy(child, () => wake())
  const exit = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      resolve(code)
      wake()
    }),
  )
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
    await exit
  })
  const line = async (start: RegExp) => {
    for (;;) {
      const found = said.out.split('\n').find((one) => start.test(one))
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}\n${said.out}\n${said.err}`)
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return { child, cwd, out: () => said.out, err: () => said.err, exit, line }
}

async function call(url: string, operation: string): Promise<Record<string, unknown>> {
  const answer = await postJson(`${url}/rpc/Svc/${operation}`, {})
  return (await answer.json()) as Record<string, unknown>
}

test('npm start without configuration serves three local chains and stops cleanly', async () => {
  // System-chosen ports: nobody takes them between the service's end and the check of what still answers.
  const anyPorts = { PORT: '0', CAUSEWAY_DEVNET_PORT_BASE: '0' }
  const service = await run(['serve', '--config', join(root, 'causeway.config.example.ts')], anyPorts)
  const url = (await service.line(/^ready /)).slice('ready '.length)
  expect(await call(url, 'GetChains')).toMatchObject({
    chains: [
      { id: 31337, name: 'Harbor' },
      { id: 31338, name: 'Island' },
      { id: 31339, name: 'Summit' },
    ],
  })
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect(service.out()).toMatch(/account {4}0x[0-9a-fA-F]{40}\n +0x[0-9a-f]{64}\n/)

  // Without a terminal the operator secret is not shown; it is saved for commands in this folder.
  expect(service.out()).not.toContain('cwop_')
  expect(service.out()).toMatch(/operator secret written to .*operator-secret, which only this user can read\n/)
  expect((await stat(join(service.cwd, '.causeway/operator-secret'))).mode & 0o777).toBe(0o600)
  const made = await run(['keys', 'create', '--name', 'web', '--json'], { CAUSEWAY_URL: url }, service.cwd)
  expect(await made.exit, made.err()).toBe(0)
  expect(JSON.parse(made.out())).toMatchObject({ accessKey: expect.stringMatching(/^cw_1_1_/) })

  service.child.kill('SIGTERM')
  expect(await service.exit).toBe(0)
  await expect(fetch(`${url}/health`)).rejects.toThrow()
  for (const rpc of service.out().matchAll(/http:\S+$/gm)) await expect(fetch(rpc[0])).rejects.toThrow()

  // Without a terminal the log is JSON lines, without routine events.
  const messages = service
    .err()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
  expect(messages).toContain('server started')
  expect(messages).not.toContain('configuration')
  expect(messages).not.toContain('lane taken')
  await expectPlainTerminal(service.cwd)
})

/** 8545 to 8547, or the next three, with a note, if another service has them. */
function expectUsualPorts(out: string): void {
  const ports = [...out.matchAll(/chain +\w+ +313\d\d +http:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))
  const first = ports[0]!
  expect(ports).toEqual([first, first + 1, first + 2])
  expect((first - 8545) % 3).toBe(0)
  const said = `ports 8545 to 8547 are not all free, so the local chains listen on ${ports.join(', ')}`
  expect(out.includes(said)).toBe(first !== 8545)
}

/** A dead node restarts by itself, and intents that end on its chain then settle. */
async function expectRestart({ cwd, line }: Run, settle: () => Promise<void>): Promise<void> {
  const nodes = execFileSync('pgrep', ['-f', `chain-id 31338 .*${join(cwd, '.causeway')}`], { encoding: 'utf8' })
  const pid = Number(nodes.trim())
  process.kill(pid, 'SIGKILL')
  await line(
    new RegExp(
      `^  the node of Island \\(pid ${pid}\\) was ended by SIGKILL and was started again with the blocks up to `,
    ),
  )
  await settle()
}

/** The service again on a pseudo-terminal: the table, a line per intent event, no JSON. */
async function expectPlainTerminal(cwd: string): Promise<void> {
  const terminal = await run(['serve'], { PORT: '0' }, cwd, 'terminal')
  const url = (await terminal.line(/^ready /)).trim().slice('ready '.length)
  expectUsualPorts(terminal.out())
  expect(await readFile(join(cwd, '.causeway/service-url'), 'utf8')).toBe(`${url}\n`)
  const trade = ['send', '100', 'USDC@harbor', 'ETH@island', '--account', '0', '--yes', '--json']
  const settle = async () => {
    const sent = await run(trade, {}, cwd)
    expect(await sent.exit, sent.err()).toBe(0)
  }
  await settle()
  await expectRestart(terminal, settle)
  await terminal.line(/^\d\d:\d\d:\d\d {2}intent 0x[0-9a-f]{64} .*SUCCEEDED: the recipient has what was promised/)
  terminal.child.stdin?.write('\x03') // Ctrl-C
  expect(await terminal.exit).toBe(0)
  expect(
    terminal
      .out()
      .split('\n')
      .filter((line) => line.startsWith('{')),
  ).toEqual([])
  expect(terminal.out()).not.toContain('lane taken')
}

test('a taken port is named, with what to do, before anything is started', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const service = await run(['serve'], { PORT: String(port) })
  expect(await service.exit).toBe(1)
  expect(service.err()).toContain(
    `port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} in the environment, or http.port`,
  )
  expect(service.out()).toBe('')
})

test('--help lists every setting', async () => {
  const service = await run(['serve', '--help'])
  expect(await service.exit).toBe(0)
  expect(service.out()).toMatch(
    /--http\.port <value> +Port to listen on; 0 for any free one;\s+CAUSEWAY_HTTP_PORT or PORT in the environment/,
  )
})
