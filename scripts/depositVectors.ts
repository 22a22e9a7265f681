import { domainSeparator, encodeAbiParameters, hashTypedData, keccak256, stringToHex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { depositNonce } from '../src/intents/depositNonce.ts'
import { depositTypedData, intentFields } from '../src/intents/signedDeposit.ts'
import { trustedContracts } from '../src/sdk/trustedContracts.ts'

/** The second test account of every local chain: its key is printed in every manual. */
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

type Vectors = Record<string, unknown> & { digest: `0x${string}`; signature: `0x${string}` }

/** Every stage of the hash, so that an implementation sees where it differs. */
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
  }
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

/** What an implementation in another language needs, from the same tables that the client signs with. */
export async function gaslessPage(): Promise<string> {
  const v = await depositVectors()
  const rows = fields.map(({ name, type }) => `| \`${name}\` | \`${type}\` | ${about[name]} |`)
  return `# Gasless deposits

The owner signs, the service sends: no gas is needed. Two EIP-712 signatures of the owner make a deposit. [The guide](../guides/integrate-with-curl.md)
makes one with \`curl\` and a signing script; \`deposit-vectors.json\` beside this page has every stage of the worked example below.

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

## 2. The permit

Where the fee option says \`is2612\`, a permit (EIP-2612) lets the entrypoint take \`amount + feeAmount\` and nothing more: domain of the token
(\`name()\`, \`version()\` or "1"; compare with its \`DOMAIN_SEPARATOR()\`), primary type \`Permit\` with \`owner\`, \`spender\` (the entrypoint),
\`value\` (both together), \`nonce\` (\`nonces(owner)\` of the token) and \`deadline\`.

## 3. The call

\`ExecuteIntent\` with \`intentId\` and \`depositSignature\`: \`intentSignature\`, \`userNonce\` and \`deadline\` as signed, \`selectedGasFeeOption\` as it came with
the quote, and \`permitSignature\`, \`permitDeadline\` and \`permitAmount\` of the permit.

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
