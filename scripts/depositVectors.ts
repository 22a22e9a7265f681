import { domainSeparator, encodeAbiParameters, hashTypedData, keccak256, stringToHex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { devnetAddresses } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { depositNonce } from '../src/intents/depositNonce.ts'
import { depositWays, printTypedData } from '../src/intents/depositWays.ts'
import { depositTypedData, intentFields } from '../src/intents/signedDeposit.ts'
import { type DepositWayName, enumerations, depositWayNames as wayNames } from '../src/interface/enums.ts'
import { trustedContracts } from '../src/sdk/trustedContracts.ts'

/** The second test account of every local chain; its key is public. */
const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const intentId = '0x6f1c2e9a4b7d80531fe2c9d84a6b0e73c5d1f8a2947be6031d5c8f7a2b9e4d60'
const chainId = 31_337

const deposit = {
  user: privateKeyToAccount(key).address,
  token: '0xa27bC320252d51EEAA24BCCF6cc003979E485860',
  amount: 100_000_000n,
  intentAddress: '0x1Da7bFA55524d46E3Ecc561161f3eC8b6bd20cD7',
  deadline: 1_800_000_000n,
  nonce: depositNonce(intentId),
  feeAmount: 666_925n,
  feeCollector: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
} as const

const typed = depositTypedData(deposit, chainId, trustedContracts)
const fields = intentFields
const typeText = `${typed.primaryType}(${fields.map(({ type, name }) => `${type} ${name}`).join(',')})`
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

type Vectors = Record<string, unknown> & {
  digest: `0x${string}`
  signature: `0x${string}`
  ways: Partial<Record<DepositWayName, WayVector[]>>
}

/** Every stage of the hash, so that an implementation can find where it differs. */
export async function depositVectors(): Promise<Vectors> {
  const message: Record<string, unknown> = typed.message
  const typeHash = keccak256(stringToHex(typeText))
  const values = [typeHash, ...fields.map(({ name }) => message[name])]
  const encoded = encodeAbiParameters([{ type: 'bytes32' }, ...fields.map(({ type }) => ({ type }))], values)
  const digest = hashTypedData(typed)
  return {
    privateKey: key,
    intentId,
    nonceOfIntentId: depositNonce(intentId).toString(),
    typedData: { ...typed, types: { EIP712Domain: domainFields, ...typed.types }, message: asText(message) },
    typeText,
    typeHash,
    domainSeparator: domainSeparator({ domain: typed.domain }),
    structHash: keccak256(encoded),
    digest,
    signature: await sign({ hash: digest, privateKey: key, to: 'hex' }),
    ways: await wayVectors(),
  }
}

const tokens = {
  usdc: { name: 'USD Coin', version: '2', chainId, verifyingContract: deposit.token },
  dai: { name: 'Dai Stablecoin', version: '1', chainId, verifyingContract: devnetAddresses.dai },
}

type WayVector = { field: string; typedData: unknown; digest: `0x${string}`; signature: `0x${string}` }

/** The signed data of each way, for one deposit (DAI's permit: of DAI). Each nonce of a token is 0. */
async function wayVectors(): Promise<Partial<Record<DepositWayName, WayVector[]>>> {
  const found: Partial<Record<DepositWayName, WayVector[]>> = {}
  for (const way of wayNames) {
    if (way === 'transfer') continue
    const isDai = way === 'daiPermit'
    const paid = isDai ? { ...deposit, token: tokens.dai.verifyingContract } : deposit
    const ask = {
      ...trustedContracts,
      deposit: paid,
      chainId,
      tokenDomain: isDai ? tokens.dai : tokens.usdc,
      permitNonce: 0n,
    }
    found[way] = await Promise.all(
      depositWays[way].sign(ask).map(async ({ field, typed: signed }) => {
        const hash = hashTypedData(signed)
        const signature = await sign({ hash, privateKey: key, to: 'hex' })
        return { field, typedData: JSON.parse(printTypedData(signed)), digest: hash, signature }
      }),
    )
  }
  return found
}

const asText = (message: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]))

const about: Record<string, string> = {
  user: 'who pays and signs; `ownerAddress`',
  token: '`depositTransaction.tokenAddress`',
  amount: '`depositTransaction.amount`',
  intentAddress: '`originIntentAddress`',
  deadline: 'Unix seconds after which the chain refuses it',
  chainId: 'the chain of the deposit, again inside the message',
  nonce: 'any number that this user has not used before',
  feeAmount: '`amount` of the fee option chosen',
  feeCollector: '`feeCollectorAddress` of that option',
}

export async function depositVectorsJson(): Promise<string> {
  return `${JSON.stringify(await depositVectors(), null, 2)}\n`
}

/** The page for implementations in other languages, from the client's own tables. */
export async function gaslessPage(): Promise<string> {
  const v = await depositVectors()
  const rows = fields.map(({ name, type }) => `| \`${name}\` | \`${type}\` | ${about[name]} |`)
  return `# Gasless deposits

The owner signs, the service sends: no gas is needed. Which signatures a deposit takes follows from the token and the owner; the quote says it
in \`depositWays\`, cheapest for the owner first, with the texts to sign (\`sign\`, for \`eth_signTypedData_v4\`) and what \`ExecuteIntent\` is told beside
the signatures (\`depositSignature\`). Write the texts yourself and compare: a text that a server wrote can say anything. [The guide](../guides/integrate-with-curl.md)
makes a deposit with \`curl\` and a signing script; \`deposit-vectors.json\` beside this page has every stage of the worked example and the texts,
digests and signatures of every way.

| way | signatures | digests of the vectors |
|---|---|---|
${waysTable(v)}

| way | what it is |
|---|---|
${Object.entries(enumerations.DepositWay!)
  .map(([way, about_]) => `| \`${way}\` | ${about_} |`)
  .join('\n')}

How the service recognises them (and the client again, from its own node): the token's domain must hash to its \`DOMAIN_SEPARATOR()\` (with or without a
version, or with the chain as salt). \`permit\`: \`nonces\` answers and \`PERMIT_TYPEHASH\` is that of EIP-2612, or there is none and \`permit\` refuses a signature of nobody with
words; a token that accepts it (wrapped ether swallows every call) has no permit. \`daiPermit\`: the type hash or the function is DAI's, never taken for EIP-2612.
\`receiveWithAuthorization\`: \`authorizationState\` answers and the type hash is that of ERC-3009. \`permit2\`: Permit2's separator at
its canonical address is right and the owner has approved it, or approves it first (\`approveAddress\`).

Owners with code: a plain EIP-2612 token and DAI recover a key and take nothing from a contract. A token with permits and authorizations as bytes (USDC 2.2)
and Permit2 ask the owner's ERC-1271, and so do they for a delegated account (EIP-7702), whose key alone is then not enough. The entrypoint itself takes
the key or the code.

With \`sponsored: true\` the project pays for relaying: the fee of the way is 0, and 0 is what is signed as \`feeAmount\`. \`ExecuteIntent\` takes the fee out of the
project's budget for the day (UTC), or refuses with \`Unavailable\` and the time of the next one; the intent stays committed then. The receipt says what the
project paid: \`depositTransaction.depositIntentEntry.sponsoredUsd\`.

## 1. The deposit

Domain: \`name\` is \`${typed.domain.name}\`, \`version\` is \`${typed.domain.version}\`, \`chainId\` is that of the deposit, \`verifyingContract\` is
\`svcContracts.svcIntentEntrypointAddress\`. Primary type \`${typed.primaryType}\`. Under a brand other than \`Svc\` the entrypoint is another one, the name is
\`<service>IntentEntrypoint\` and the type \`<service>Intent\`, with the same fields:

| field | type | from |
|---|---|---|
${rows.join('\n')}

The nonce has no order: the entrypoint keeps which numbers a user has used (\`nonceUsed(user, nonce)\`). Take the first eight bytes of
\`keccak256(intentId)\`, shifted right by 12 bits, as the client does: then all signatures of one intent share it, the chain carries out one
of them at most, and a JSON parser with 53 bits keeps it whole. A client that counts asks \`nonces(user)\` for the lowest unused one. The owner can burn a nonce with \`invalidateNonce\`.

With \`receiveWithAuthorization\` the deposit is not signed by itself: its digest is the nonce of the authorization, which pays
\`amount + feeAmount\` to the entrypoint, valid after 0 and before the deadline. With \`permit2\` it is the witness of a \`PermitWitnessTransferFrom\` under
Permit2's domain, with the same nonce and deadline, the entrypoint as spender and both amounts together as \`permitted.amount\`.

## 2. The permit

Where the fee option says \`is2612\`, a permit (EIP-2612) lets the entrypoint take \`amount + feeAmount\` and nothing more: domain of the token
(\`name()\`, \`version()\` or "1"; compare with its \`DOMAIN_SEPARATOR()\`), primary type \`Permit\` with \`owner\`, \`spender\` (the entrypoint),
\`value\` (both together), \`nonce\` (\`nonces(owner)\` of the token) and \`deadline\`.

DAI's permit gives everything: \`holder\`, \`spender\`, \`nonce\`, \`expiry\` and \`allowed: true\`, and a second one with the next nonce and \`allowed: false\`
(\`revocationSignature\`) takes it back in the same transaction.

## 3. The call

\`ExecuteIntent\` with \`intentId\` and \`depositSignature\`: \`intentSignature\`, \`userNonce\` and \`deadline\` as signed, \`selectedGasFeeOption\` as it came with
the quote, the \`way\`, and what the permit needs: \`permitSignature\`, \`permitDeadline\`, \`permitAmount\`; for DAI \`permitNonce\` and \`revocationSignature\` too.

## Worked example

Key \`${key}\`, a test account of the local chains.

| stage | value |
|---|---|
| type | \`${typeText}\` |
| type hash | \`${v.typeHash as string}\` |
| nonce of intent \`${intentId}\` | \`${v.nonceOfIntentId as string}\` |
| domain separator | \`${v.domainSeparator as string}\` |
| struct hash | \`${v.structHash as string}\` |
| digest, \`keccak256(0x1901 ‖ domain separator ‖ struct hash)\` | \`${v.digest}\` |
| signature, \`r ‖ s ‖ v\` | \`${v.signature}\` |
`
}

function waysTable({ ways }: Vectors): string {
  const row = (way: string, signed: readonly WayVector[]) =>
    `| \`${way}\` | ${signed.map(({ field }) => `\`${field}\``).join(', ')} | ${signed.map(({ digest }) => `\`${digest}\``).join(', ')} |`
  return Object.entries(ways)
    .map(([way, signed]) => row(way, signed))
    .join('\n')
}
