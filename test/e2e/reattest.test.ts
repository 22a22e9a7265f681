import { concatHex, type Hex, keccak256, numberToHex, size, sliceHex } from 'viem'
import { sign } from 'viem/accounts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { balance, fromTo, harbor, island, settle, tokens, useService } from './setup.ts'

type Attested = { message: Hex; attestation: Hex; eventNonce: Hex; status: string }

/** Where a message says at which block of the destination it expires. */
const expirationAt = 148 + 196

const reattested: string[] = []
const service = useService()

async function expired(one: Attested): Promise<Attested> {
  const message = concatHex([
    sliceHex(one.message, 0, expirationAt),
    numberToHex(1n, { size: 32 }),
    ...(size(one.message) > expirationAt + 32 ? [sliceHex(one.message, expirationAt + 32)] : []),
  ])
  const { privateKey } = devnetKeys().attester
  return { ...one, message, attestation: await sign({ hash: keccak256(message), privateKey, to: 'hex' }) }
}

/** A proxy before the attester: fast transfers attested until block 1, so expired, until a new one is requested. */
function attestExpired(): void {
  const { fetch: ask } = globalThis
  const front = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input)
    if (!url.startsWith(`${service.devnet.attestationUrl}/v2/`)) return ask(input, init)
    const again = /\/v2\/reattest\/(0x[0-9a-f]{64})$/.exec(url)?.[1]
    if (init?.method === 'POST' && again) {
      reattested.push(again)
      return Response.json({ message: 'Re-attestation successfully requested for nonce.', nonce: again })
    }
    const reply = await ask(input, init)
    const body = (await reply.json()) as { messages?: Attested[] }
    const isFresh = ({ eventNonce }: Attested) => reattested.includes(eventNonce)
    const messages =
      body.messages && (await Promise.all(body.messages.map((one) => (isFresh(one) ? one : expired(one)))))
    return Response.json(messages ? { messages } : body, { status: reply.status })
  })
  onTestFinished(() => front.mockRestore())
}

test('a fast transfer whose attestation expired is attested again before it is delivered', async () => {
  attestExpired()
  const { client, devnet } = service
  const key = devnet.accounts[0]!
  const recipient = '0x00000000000000000000000000000000000b0b77'
  const { intent } = await client.quoteIntent({
    ownerAddress: key.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.usdc]),
    destinationToAddress: recipient,
    options: { bridgeProvider: 'CCTP_FAST' },
  })
  const receipt = await settle(service, key, intent)
  expect(receipt.status).toBe('SUCCEEDED')
  expect(reattested).toHaveLength(1)
  expect(await balance(devnet, island, tokens.usdc, recipient)).toBe(receipt.summary.destinationTokenAmount)
})
