import assert from 'node:assert/strict'
import { createCipheriv, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import fc from 'fast-check'
import {
  bytesToHex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerialized,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { test } from 'vitest'
import { encodeTransaction, type UnsignedTransaction } from '../../src/chains/send/encodeTransaction.ts'
import { createExternalSigner, createKeystoreSigner, createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { SignerError } from '../../src/chains/send/signerError.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { keys } from './anvil.ts'

const key = keys[0]!
const tx: UnsignedTransaction = {
  chainId: 10,
  nonce: 7,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  data: '0xdeadbeef',
  value: 3n,
  gas: 90_000n,
  maxFeePerGas: 5_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
}

test('the native signature is the one everybody else makes', async () => {
  const signer = createPrivateKeySigner(key)
  const account = privateKeyToAccount(key)
  assert.equal(signer.address, account.address)
  for (const nonce of [0, 1, 127, 128, 65_536]) {
    const raw = await signer.signTransaction({ ...tx, nonce })
    assert.equal(raw, await account.signTransaction({ ...tx, nonce, type: 'eip1559' }))
    assert.equal(
      await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized }),
      signer.address,
    )
  }
})

test('a transaction is written as everybody else writes it, whatever is in it', () => {
  const word = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const amount = fc.bigInt({ min: 0n, max: 2n ** 128n })
  const length = fc.oneof(fc.constantFrom(0, 1, 2, 54, 55, 56, 57, 255, 256, 65_535, 65_536), fc.nat({ max: 3_000 }))
  fc.assert(
    fc.property(
      fc.record({ nonce: fc.nat(), value: amount, gas: amount, maxFeePerGas: amount, maxPriorityFeePerGas: amount }),
      fc.tuple(length, fc.nat({ max: 255 })),
      fc.tuple(word, word, fc.constantFrom(0, 1), fc.nat({ max: 31 })),
      (fields, [size, byte], [r, s, yParity, zeros]) => {
        const data: Hex = `0x${Buffer.alloc(size, byte).toString('hex')}`
        // Viem refuses a tip above the cap; the encoding does not care.
        const asked = {
          ...tx,
          ...fields,
          data,
          maxPriorityFeePerGas: fields.maxFeePerGas && fields.maxPriorityFeePerGas % (fields.maxFeePerGas + 1n),
        }
        const encoded = encodeTransaction(asked)
        const plain = { ...asked, type: 'eip1559' as const }
        assert.equal(encoded.unsigned, serializeTransaction(plain))
        const short = Buffer.from(r).fill(0, 0, zeros)
        const signature = { r: bytesToHex(short), s: bytesToHex(s), yParity }
        assert.equal(encoded.signed({ r: short, s: Buffer.from(s), yParity }), serializeTransaction(plain, signature))
      },
    ),
  )
})

test('a signer prints no key, and a bad key is refused without repeating it', () => {
  const signer = createPrivateKeySigner(key)
  assert.ok(!JSON.stringify(signer).includes(key.slice(2)))
  for (const bad of ['0x1234', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`] as Hex[]) {
    assert.throws(
      () => createPrivateKeySigner(bad),
      (error: Error) => error instanceof SignerError && !error.message.includes(bad),
    )
  }
})

function keystore(kdf: 'scrypt' | 'pbkdf2', password: string): string {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const derived =
    kdf === 'scrypt'
      ? scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 })
      : pbkdf2Sync(password, salt, 1_000, 32, 'sha256')
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key.slice(2), 'hex')), cipher.final()])
  const kdfparams = kdf === 'scrypt' ? { dklen: 32, n: 1_024, r: 8, p: 1 } : { dklen: 32, c: 1_000, prf: 'hmac-sha256' }
  return JSON.stringify({
    version: 3,
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: ciphertext.toString('hex'),
      cipherparams: { iv: iv.toString('hex') },
      mac: keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2),
      kdf,
      kdfparams: { ...kdfparams, salt: salt.toString('hex') },
    },
  })
}

for (const kdf of ['scrypt', 'pbkdf2'] as const) {
  test(`a ${kdf} keystore opens with its password and with no other`, async () => {
    const file = keystore(kdf, 'correct horse')
    assert.equal((await createKeystoreSigner(file, 'correct horse')).address, createPrivateKeySigner(key).address)
    await assert.rejects(createKeystoreSigner(file, 'wrong'), SignerError)
  })
}

test('the example of the Web3 secret storage definition opens', async () => {
  const file = JSON.stringify({
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
      ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
      kdf: 'pbkdf2',
      kdfparams: {
        c: 262_144,
        dklen: 32,
        prf: 'hmac-sha256',
        salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
      },
      mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
    },
    id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
    version: 3,
  })
  const signer = await createKeystoreSigner(file, 'testpassword')
  const secret: Hex = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
  assert.equal(signer.address, privateKeyToAccount(secret).address)
})

test('what is no keystore is refused, and so are parameters that would take all memory', async () => {
  await assert.rejects(createKeystoreSigner('{}', 'x'), SignerError)
  await assert.rejects(createKeystoreSigner('not json', 'x'), SignerError)
  const greedy = JSON.parse(keystore('scrypt', 'x'))
  greedy.crypto.kdfparams.n = 2 ** 30
  await assert.rejects(createKeystoreSigner(JSON.stringify(greedy), 'x'), SignerError)
})

test('an external signer is asked as eth_signTransaction, and both common answers are read', async () => {
  const account = privateKeyToAccount(key)
  const raw = await account.signTransaction({ ...tx, type: 'eip1559' })
  for (const answer of [raw, { raw, tx: {} }]) {
    const asked: unknown[] = []
    const signer = createExternalSigner({
      address: account.address,
      request: async (method, params) => {
        asked.push(method, params)
        return answer
      },
    })
    assert.equal(await signer.signTransaction(tx), raw)
    assert.equal(asked[0], 'eth_signTransaction')
  }
})

test('an external signer cannot change where the money goes, nor sign as somebody else', async () => {
  const account = privateKeyToAccount(key)
  const other = privateKeyToAccount(keys[1]!)
  const answer = (raw: Hex) => createExternalSigner({ address: account.address, request: async () => raw })
  const changed = await account.signTransaction({ ...tx, to: other.address, value: 4n, type: 'eip1559' })
  await assert.rejects(answer(changed).signTransaction(tx), /changed the transaction/)
  await assert.rejects(
    answer(await other.signTransaction({ ...tx, type: 'eip1559' })).signTransaction(tx),
    /another account/,
  )
  await assert.rejects(answer('0x').signTransaction(tx), SignerError)
  assert.equal(parseTransaction(changed).nonce, tx.nonce)
})
