import { writeFile } from 'node:fs/promises'
import { getAddress, type Hex, isAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { certify } from '../app/readIdentity.ts'
import { readSigners } from '../app/readSigners.ts'
import { sealKeystore } from '../chains/send/keystore.ts'
import { trySigner } from '../chains/send/signer.ts'
import { loadConfig } from '../config/loadConfig.ts'
import { createSystemRandom, type Random } from '../host/random.ts'
import { checkKeyFiles } from './doctor/checkKeyFiles.ts'
import { keyInEnv } from './kit/account.ts'
import { CliError, usageError } from './kit/cliError.ts'
import { createCommand, createCommandGroup } from './kit/command.ts'
import { formatPairs, table } from './kit/table.ts'

const jsonFlag = { json: { about: 'Print the result as JSON' } } as const

const create = createCommand({
  name: 'signers create',
  about: 'Make an encrypted key file for a signer, and a password of its own beside it.',
  args: '<file>',
  details: [
    'Both files can be read by their owner alone, and neither is ever written over.',
    'With CAUSEWAY_PRIVATE_KEY set, that key is encrypted instead of a new one.',
  ],
  flags: {
    'password-file': { value: 'file', about: 'Where the password is written; <file>.password unless said' },
    ...jsonFlag,
  },
  examples: ['signers create signer-1.json', 'signers create /run/keys/signer-1.json --password-file /run/keys/p1'],
  run: async ({ args: [file, ...rest], flags, out }) => {
    if (file === undefined) throw usageError('which file shall the key be written to?')
    if (rest.length > 0) throw usageError(`signers create takes one file, not also "${rest[0]}"`)
    const passwordFile = flags['password-file'] ?? `${file}.password`
    const random = createSystemRandom()
    const privateKey = keyInEnv(process.env) ?? generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    const password = newPassword(random)
    out.note('encrypting')
    const sealed = await sealKeystore({ privateKey, address }, password, random)
    // The password first: a key file without its password is lost, and a password alone opens nothing.
    await writeNew(passwordFile, `${password}\n`)
    await writeNew(file, sealed)
    out.result({ address, file, passwordFile }, () =>
      formatPairs([
        ['address', address],
        ['key file', file],
        ['password', passwordFile],
      ]),
    )
    out.note(
      'Keep a copy of both, apart from each other. Name them in signers.keystores and signers.keystorePasswordFiles.',
    )
  },
})

const check = createCommand({
  name: 'signers check',
  about: 'Open every configured signer, and say which address each one is.',
  details: [
    'Nothing is sent; a remote signer signs a trial that pays no fee. Gas on each chain is what causeway doctor looks at.',
  ],
  flags: { config: { value: 'file', about: 'Configuration file; causeway.config.* unless said' }, ...jsonFlag },
  examples: ['signers check', 'signers check --config production.json --json'],
  run: async ({ flags, out }) => {
    const { config } = await loadConfig({ env: process.env, folder: process.cwd(), file: flags.config })
    const { privateKeys, keystores, external } = config.signers
    const sources = [
      ...privateKeys.map((_, at) => `signers.privateKeys, number ${at + 1}`),
      ...keystores,
      ...external.map((_, at) => `signers.external, number ${at + 1}`),
    ]
    const found = await readSigners(config.signers)
    for (const signer of found.filter(({ isRemote }) => isRemote))
      await trySigner(signer, config.chains[0]?.id ?? 1).catch((error: Error) => {
        const asked = config.chains.length === 0 ? '; it signs a trial for chain 1 while no chains are configured' : ''
        const remedy = `see that it runs, and that signers.external is right${asked}`
        throw new CliError('unreachable', error.message, remedy)
      })
    for (const { about, detail, remedy } of await checkKeyFiles(config.signers))
      out.note(`${about}: ${detail}; ${remedy}`)
    const opened = found.map(({ address }, at) => ({ address, from: sources[at]! }))
    const { grantKey, identityKey } = config.operator
    const named: [Hex | undefined, string][] = [
      [grantKey, 'operator.grantKey (signs grants)'],
      [identityKey, 'operator.identityKey (signs quotes)'],
    ]
    const operators = named.flatMap(([key, from]) => (key ? [{ address: privateKeyToAccount(key).address, from }] : []))
    const signers = [...opened, ...operators]
    const twice = signers.find(({ address }, at) => signers.findIndex((one) => one.address === address) < at)
    if (twice)
      throw usageError(`${twice.address} is named twice, the second time by ${twice.from}`, 'leave one of them out')
    out.result({ signers }, () =>
      signers.length === 0
        ? 'no signers: this configuration answers callers and sends nothing'
        : table(signers, [
            { title: 'ADDRESS', value: ({ address }) => address },
            { title: 'FROM', value: ({ from }) => from },
          ]),
    )
  },
})

/** 400 days: a yearly rotation has 35 days to spare. */
const certifiedS = 400 * 24 * 3_600

const identity = createCommand({
  name: 'signers identity',
  about: 'Sign with the grant key that an address is the identity of this deployment, which signs its quotes.',
  args: '<address>',
  details: ['Set what it prints as operator.identityCertificate beside operator.identityKey, the key of that address.'],
  flags: { config: { value: 'file', about: 'Configuration file; causeway.config.* unless said' }, ...jsonFlag },
  examples: ['signers identity 0x9b0d1a7a4d0b1c2b50b2a1C3Ff8A2F2D5e5c4B7a'],
  run: async ({ args: [address, ...rest], flags, out }) => {
    if (address === undefined || !isAddress(address) || rest.length > 0)
      throw usageError('which address? give the one of operator.identityKey')
    const { config } = await loadConfig({ env: process.env, folder: process.cwd(), file: flags.config })
    const until = Math.floor(Date.now() / 1_000) + certifiedS
    const certificate = await certify(config, getAddress(address), until)
    out.result({ certificate, until: new Date(until * 1_000).toISOString() }, () => certificate)
  },
})

const newPassword = (random: Random): string => Buffer.from(random.bytes(24)).toString('base64url')

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw usageError(`${file} is there already`, 'choose another name; nothing was written over')
    throw usageError(`cannot write ${file} (${error.code ?? error.message})`)
  })
}

export const signers = createCommandGroup({
  name: 'signers',
  about: 'Make and check the keys that sign: create, check, identity.',
  children: { create, check, identity },
})
