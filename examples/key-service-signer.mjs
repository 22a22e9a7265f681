/**
 * A signer behind HTTP, for keys that live in a key service (AWS KMS, Google Cloud KMS, Vault, an HSM). Causeway asks it as `signers.external`; this
 * file is what stands between the two. `openKeyService` stands in for the key service, with a key in a file: replace it, and leave the rest.
 *
 *     node examples/key-service-signer.mjs --key signer.key --token-file signer.token --chains 31337,31338 --port 8600
 *
 * What Causeway sends, with `Authorization: Bearer <token>`:
 *
 *     POST /  {"jsonrpc":"2.0","id":1,"method":"eth_signTransaction","params":[{"from","to","data","input","type":"0x2","chainId","nonce","value","gas","maxFeePerGas","maxPriorityFeePerGas"}]}
 *
 * and what it takes as an answer: `{"jsonrpc":"2.0","id":1,"result":"0x02…"}`, or `{"result":{"raw":"0x02…"}}` as geth says it, or
 * `{"error":{"message":"…"}}`, whose message is logged. It compares what is signed with what it asked for.
 */
import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import secp256k1 from 'secp256k1'
import { bytesToHex, hexToBytes, keccak256, serializeTransaction } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    'token-file': { type: 'string' },
    chains: { type: 'string', default: '' },
    port: { type: 'string', default: '8600' },
  },
})

/**
 * Stands in for the key service, and answers in its form: the public key as 65 bytes, a signature as DER. With AWS KMS (key spec ECC_SECG_P256K1) these are
 * `GetPublicKey`, of which the last 65 bytes count, and `Sign` with `MessageType: DIGEST` and `SigningAlgorithm: ECDSA_SHA_256`.
 */
function openKeyService(file) {
  const key = hexToBytes(readFileSync(file, 'utf8').trim())
  return {
    publicKey: async () => secp256k1.publicKeyCreate(key, false),
    sign: async (digest) => secp256k1.signatureExport(secp256k1.ecdsaSign(digest, key).signature),
  }
}

const keyService = openKeyService(values.key)
const publicKey = await keyService.publicKey()
const address = publicKeyToAddress(bytesToHex(publicKey))
const token = Buffer.from(`Bearer ${readFileSync(values['token-file'], 'utf8').trim()}`)
const chainIds = values.chains.split(',').filter(Boolean).map(Number)

/** Key services give r and s alone: s may be in the upper half, which chains refuse, and which of the two public keys it is has to be tried. */
async function signDigest(digest) {
  const signature = secp256k1.signatureNormalize(secp256k1.signatureImport(await keyService.sign(digest)))
  const isOurs = (yParity) => Buffer.compare(secp256k1.ecdsaRecover(signature, yParity, digest, false), publicKey) === 0
  const yParity = [0, 1].find(isOurs)
  if (yParity === undefined) throw new Error('the key service signed with another key')
  return { r: bytesToHex(signature.subarray(0, 32)), s: bytesToHex(signature.subarray(32)), yParity }
}

/** What this key may be used for: transactions of its own account on chains that were named. */
async function signTransaction(asked) {
  if (asked.from?.toLowerCase() !== address.toLowerCase()) throw new Error(`this is the signer of ${address}`)
  const chainId = Number(asked.chainId)
  if (!chainIds.includes(chainId)) throw new Error(`chain ${chainId} is not one of --chains`)
  const tx = {
    type: 'eip1559',
    chainId,
    nonce: Number(asked.nonce),
    to: asked.to,
    data: asked.input ?? asked.data,
    value: BigInt(asked.value),
    gas: BigInt(asked.gas),
    maxFeePerGas: BigInt(asked.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(asked.maxPriorityFeePerGas),
  }
  return serializeTransaction(tx, await signDigest(hexToBytes(keccak256(serializeTransaction(tx)))))
}

const bodyBytesMax = 1024 * 1024

async function readBody(request) {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > bodyBytesMax) throw new Error('the request is too long')
  }
  return JSON.parse(text)
}

function isAllowed({ headers }) {
  const given = Buffer.from(headers.authorization ?? '')
  return given.length === token.length && timingSafeEqual(given, token)
}

const server = createServer(async (request, reply) => {
  const answer = (status, body) => {
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }))
  }
  if (!isAllowed(request)) return answer(401, { error: { code: -32000, message: 'the token is wrong' } })
  try {
    const { method, params } = await readBody(request)
    if (method !== 'eth_signTransaction') return answer(200, { error: { code: -32601, message: 'no such method' } })
    return answer(200, { result: await signTransaction(params[0]) })
  } catch (error) {
    return answer(200, { error: { code: -32000, message: error.message } })
  }
})
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`ready ${address} http://127.0.0.1:${server.address().port}`)
})
