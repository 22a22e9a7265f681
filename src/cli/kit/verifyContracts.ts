import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { OperatorDeployment } from '../../chains/contracts/operator.ts'
import { CliError, usageError } from './cliError.ts'
import { compilerVersion, contractPaths, standardInput } from './standardInput.ts'

/** A publisher of sources: Sourcify, or an explorer with Etherscan's interface. */
export type Explorer = { kind: 'sourcify' | 'etherscan'; url: string; key?: string }

export type Verified = Pick<OperatorDeployment, 'name' | 'address'> & {
  state: 'verified' | 'verified before' | 'refused'
  why?: string
}

const looksMax = 60
const lookEveryMs = 2_000
const answerMsMax = 30_000

export function readExplorer(text: string, key: string | undefined): Explorer {
  const [, kind, url] = /^(sourcify|etherscan)=(https?:\/\/.+)$/.exec(text) ?? []
  if (!kind || !url)
    throw usageError(
      `--verify: "${text}" names no explorer`,
      'write sourcify=<url> or etherscan=<url>, such as sourcify=https://sourcify.dev/server',
    )
  return { kind: kind as Explorer['kind'], url: url.replace(/\/$/, ''), ...(key && { key }) }
}

/** Submits the sources of each contract, then waits until the explorer has compared them all with the code on chain. */
export async function verifyContracts(
  explorer: Explorer,
  chainId: number,
  contracts: readonly OperatorDeployment[],
): Promise<Verified[]> {
  const input = standardInput()
  const ask = { sourcify: askSourcify, etherscan: askEtherscan }[explorer.kind]
  const jobs: (Job & { contract: OperatorDeployment })[] = []
  for (const contract of contracts) jobs.push({ contract, ...(await ask(explorer, chainId, contract, input)) })
  for (let looks = 0; looks < looksMax && jobs.some(({ end }) => !end); looks++) {
    await pause(lookEveryMs)
    for (const job of jobs) job.end ??= await job.look?.()
  }
  const late: End = { state: 'refused', why: `no result after ${looksMax} looks` }
  return jobs.map(({ contract: { name, address }, end = late }) => ({ name, address, ...end }))
}

type End = Pick<Verified, 'state' | 'why'>
type Job = { end?: End; look?(): Promise<End | undefined> }
type Ask = (
  explorer: Explorer,
  chainId: number,
  contract: OperatorDeployment,
  input: ReturnType<typeof standardInput>,
) => Promise<Job>

const sourcifyJob = z.object({
  isJobCompleted: z.boolean(),
  error: z.object({ message: z.string() }).optional(),
  contract: z.object({ match: z.string().nullish() }).optional(),
})

/** Sourcify's API v2: one job per contract. A full match and one without metadata both confirm the sources. */
const askSourcify: Ask = async ({ url }, chainId, { name, address }, stdJsonInput) => {
  const contractIdentifier = contractPaths[name].join(':')
  const body = { stdJsonInput, compilerVersion: compilerVersion.slice(1), contractIdentifier }
  const { status, json } = await request(`${url}/v2/verify/${chainId}/${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (status === 409) return { end: { state: 'verified before' } }
  const { verificationId, message } = read(
    z.object({ verificationId: z.string().optional(), message: z.string().optional() }),
    json,
  )
  if (!verificationId) return { end: { state: 'refused', why: message ?? `HTTP ${status}` } }
  return {
    look: async () => {
      const found = await request(`${url}/v2/verify/${encodeURIComponent(verificationId)}`)
      const { isJobCompleted, error, contract } = read(sourcifyJob, found.json)
      if (!isJobCompleted) return undefined
      return contract?.match ? { state: 'verified' } : { state: 'refused', why: error?.message ?? 'no match' }
    },
  }
}

const etherscanAnswer = z.object({ status: z.string(), result: z.string() })

/** Etherscan's interface, which most explorers have: post the sources as a form, then poll the job by its guid. */
const askEtherscan: Ask = async ({ url, key }, chainId, { name, address, args }, input) => {
  const asked = { chainid: String(chainId), module: 'contract', ...(key && { apikey: key }) }
  const form = new URLSearchParams({
    ...asked,
    action: 'verifysourcecode',
    codeformat: 'solidity-standard-json-input',
    sourceCode: JSON.stringify(input),
    contractaddress: address,
    contractname: contractPaths[name].join(':'),
    compilerversion: compilerVersion,
    // Etherscan's spelling.
    constructorArguements: args.slice(2),
  })
  const query = (more: Record<string, string>) => `${url}?${new URLSearchParams({ ...asked, ...more })}`
  const sent = read(etherscanAnswer, (await request(`${url}?chainid=${chainId}`, { method: 'POST', body: form })).json)
  if (/already verified/i.test(sent.result)) return { end: { state: 'verified before' } }
  if (sent.status !== '1') return { end: { state: 'refused', why: sent.result } }
  return {
    look: async () => {
      const found = await request(query({ action: 'checkverifystatus', guid: sent.result }))
      const { status, result } = read(etherscanAnswer, found.json)
      if (/pending/i.test(result)) return undefined
      if (/already verified/i.test(result)) return { state: 'verified before' }
      return status === '1' ? { state: 'verified' } : { state: 'refused', why: result }
    },
  }
}

async function request(url: string, init: RequestInit = {}): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(answerMsMax) }).catch(() => {
    throw new CliError('unreachable', `${new URL(url).origin} does not answer`, 'check --verify')
  })
  return { status: answer.status, json: await answer.json().catch(() => undefined) }
}

function read<T extends z.ZodType>(shape: T, json: unknown): z.output<T> {
  const found = shape.safeParse(json)
  if (found.success) return found.data
  throw new CliError(
    'failed',
    'the explorer answers something else than its interface says',
    'check the kind in --verify',
  )
}
