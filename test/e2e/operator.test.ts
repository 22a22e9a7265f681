import { statSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { certify, readIdentity } from '../../src/app/readIdentity.ts'
import { localOperator } from '../../src/chains/contracts/abi/addresses.ts'
import { localIdentityKey } from '../../src/cli/adminSecret.ts'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { type ConfigInput, configSchema } from '../../src/config/config.ts'
import { printJson } from '../../src/interface/json.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { identityOf, isQuoteOf } from '../../src/sdk/client.ts'
import { runInside } from '../cli/runInside.ts'
import { useFolder, useForAll } from '../useParts.ts'
import { fromTo, harbor, island, startService, tokens } from './setup.ts'

const keyOf = (name: string) => keccak256(toHex(name))
const [identityKey, otherKey] = [keyOf('identity'), keyOf('another identity')]
const identity = privateKeyToAddress(identityKey)
const operator = { signer: localOperator.signer }
const nowS = Math.floor(Date.now() / 1_000)
const config = (input: ConfigInput['operator']) => configSchema.parse({ operator: input })
const folder = useFolder()

/** Without the grant key, as an API process is: the operator has certified its identity beforehand. */
const service = useForAll(async () => {
  const identityCertificate = await certify(config({}), identity, nowS + 3_600)
  return startService({
    config: { operator: { ...operator, identityKey, identityCertificate }, roles: { worker: false } },
  })
})

const ask = (body: object) =>
  fetch(`${service.app.url}/rpc/Svc/QuoteIntent`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: printJson(body),
  })

test('a caller who knows the operator alone finds who signs quotes, and holds a quote against it', async () => {
  const { url } = service.app
  expect(await identityOf({ url, operator })).toBe(identity)
  const inLowerCase = { ...operator, signer: operator.signer.toLowerCase() as typeof operator.signer }
  expect(await identityOf({ url, operator: inLowerCase })).toBe(identity)
  const ownerAddress = service.devnet.accounts[0]!.address
  const reply = await ask({ ownerAddress, ...fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc]) })
  const body = await reply.text()
  expect(reply.status, body).toBe(200)
  expect(await isQuoteOf(identity, body, reply.headers)).toBe(true)
  expect(await isQuoteOf(identity, body.replace('"toAmount":', '"toAmount" :'), reply.headers)).toBe(false)
  expect(await isQuoteOf(privateKeyToAddress(otherKey), body, reply.headers)).toBe(false)
  expect(await isQuoteOf(identity, body, new Headers())).toBe(false)
})

test('a description of another operator, of another identity or of the past is refused', async () => {
  const { url } = service.app
  const refused = (options: Partial<Parameters<typeof identityOf>[0]>) => identityOf({ url, operator, ...options })
  await expect(refused({ operator: { ...operator, name: 'Else' } })).rejects.toThrow(/is not signed by 0x/)
  await expect(refused({ operator: { signer: identity } })).rejects.toThrow(/is not signed by 0x/)
  const lying =
    (change: (text: string) => string): typeof fetch =>
    async (...args) =>
      Response.json(JSON.parse(change(await (await fetch(...args)).text())))
  const forged = lying((text) => text.replace(identity, privateKeyToAddress(otherKey)))
  await expect(refused({ fetch: forged })).rejects.toThrow(/is not signed by 0x/)
  await expect(
    refused({ fetch: lying((text) => text.replace(String(nowS + 3_600), String(nowS + 7_200))) }),
  ).rejects.toThrow(/is not signed/)
  const [, signature] = (await certify(config({}), identity, nowS - 1)).split('.')
  const past = lying((text) =>
    text.replace(/0x[0-9a-f]{130}/, signature!).replace(String(nowS + 3_600), String(nowS - 1)),
  )
  await expect(refused({ fetch: past })).rejects.toThrow('the description has expired')
})

test('a start refuses an identity that is not certified, or whose key signs something else', async () => {
  const start = (input: ConfigInput['operator']) => readIdentity(config(input), Date.now())
  expect(await start(operator)).toBeUndefined()
  await expect(start({ ...operator, identityKey })).rejects.toThrow(`run causeway signers identity ${identity}`)
  const ofOther = await certify(config({}), privateKeyToAddress(otherKey), nowS + 3_600)
  await expect(start({ ...operator, identityKey, identityCertificate: ofOther })).rejects.toThrow(/is signed by 0x/)
  await expect(start({ grantKey: identityKey, identityKey })).rejects.toThrow(/is used for something else/)
  expect((await start({ grantKey: otherKey, identityKey }))?.signed.deployment.signer).toBe(
    privateKeyToAddress(otherKey),
  )
})

test('doctor names the identity and compares it with the service that runs; on local chains a start makes the key', async () => {
  const env = {
    CAUSEWAY_URL: service.app.url,
    DATABASE_URL: service.database.url,
    CAUSEWAY_CHAINS: JSON.stringify(service.devnet.chains.map(({ id, rpcUrls }) => ({ id, rpcUrls }))),
  }
  const saidBy = async (more: Record<string, string>) => {
    const { findings } = (await runInside(['doctor', '--json'], { ...env, ...more })).json<{ findings: Finding[] }>()
    return findings.filter(({ about }) => about === 'identity').map(({ is, detail }) => `${is} ${detail}`)
  }
  const runs = `ok the service at ${service.app.url} signs quotes as ${identity}`
  expect(await saidBy({ CAUSEWAY_OPERATOR_IDENTITY_KEY: identityKey })).toEqual([`ok ${identity} signs quotes`, runs])
  expect(await saidBy({ CAUSEWAY_OPERATOR_IDENTITY_KEY: otherKey })).toEqual([
    expect.stringMatching(/^ok /),
    `bad the service at ${service.app.url} signs quotes as ${identity}, by these settings ${privateKeyToAddress(otherKey)} does`,
  ])
  // A worker has no identity, and sees that the API's is certified by its own operator.
  expect(await saidBy({ CAUSEWAY_ROLES_API: 'false' })).toEqual([runs])
  expect(await saidBy({ CAUSEWAY_ROLES_API: 'false', CAUSEWAY_OPERATOR_GRANT_KEY: otherKey })).toEqual([
    expect.stringMatching(/^bad .*is not signed by 0x/),
  ])
  const printed = await runInside(['signers', 'identity', identity], { CAUSEWAY_OPERATOR_GRANT_KEY: otherKey })
  const made = { signer: privateKeyToAddress(otherKey), identityKey, identityCertificate: printed.out.trim() }
  expect((await readIdentity(config(made), Date.now()))?.signed.deployment.identity).toBe(identity)

  const kept = localIdentityKey(folder)
  onTestFinished(() => expect(localIdentityKey(folder)).toBe(kept))
  expect(statSync(join(folder, 'identity-key')).mode & 0o777).toBe(0o600)
})

test('a paused project gets no quote; a paused provider is on no way of one, and what was quoted over it is not committed', async () => {
  const { url, operatorSecret } = service.app
  const admin = createAdminClient({ url, secret: operatorSecret! })
  const asked = {
    ownerAddress: service.devnet.accounts[0]!.address,
    ...fromTo([harbor, tokens.usdc, 200_000_000n], [island, tokens.usdc]),
  }
  const { intent } = await service.client.quoteIntent(asked)
  const bridges = ['ACROSS', 'CCTP', 'CCTP_FAST', 'LAYERZERO']
  const [bridge] = intent.quote.routeProviders.filter((name) => bridges.includes(name))
  await admin.setSwitches({ providersPaused: [bridge!] })
  const refusal = () =>
    service.client.commitIntent({ intent }).then(
      () => '',
      (error: Error) => error.message,
    )
  await expect.poll(refusal).toContain(`${bridge} is paused by the operator`)
  const ways = (await service.client.quoteIntent(asked)).offers ?? []
  expect(ways.length).toBeGreaterThan(0)
  expect(ways.flatMap(({ routeProviders = [] }) => routeProviders)).not.toContain(bridge)
  await admin.setSwitches({ providersPaused: ['UNISWAP_V3'] })
  const swap = { ...asked, ...fromTo([harbor, tokens.usdc, 200_000_000n], [harbor, tokens.weth]) }
  const routes = async () => (await service.client.quoteIntent(swap)).intent.quote.routeProviders
  await expect.poll(routes).not.toContain('UNISWAP_V3')
  expect((await routes()).length).toBeGreaterThan(0)
  await admin.setSwitches({ reset: ['providersPaused'], projectsPaused: [1] })
  const ofProject = () =>
    service.client.quoteIntent(asked).then(
      () => '',
      (error: Error) => error.message,
    )
  await expect.poll(ofProject).toContain('project 1 is paused by the operator; running intents go on')
  await admin.setSwitches({ reset: ['projectsPaused'] })
  await expect.poll(ofProject).toBe('')
})
