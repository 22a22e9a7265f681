import { readFileSync } from 'node:fs'
import { type LocalAccount, type PrivateKeyAccount, privateKeyToAccount, toAccount } from 'viem/accounts'
import { devnetChains } from '../../chains/definitions/devnet/facts.ts'
import { testAccounts } from '../../chains/definitions/devnet/testAccounts.ts'
import type { Hex } from '../../interface/fields.ts'
import { usageError } from './cliError.ts'
import { type Flags, type FlagValues, wholeNumber } from './flags.ts'
import { secretInEnv } from './secretInEnv.ts'

export const accountFlags = {
  account: { value: '0..9', about: 'Test account of the local chains' },
  keystore: { value: 'file', about: 'Encrypted key file (version 3); its password in CAUSEWAY_KEYSTORE_PASSWORD' },
} as const satisfies Flags

const howTo = 'set CAUSEWAY_PRIVATE_KEY, pass --keystore <file>, or --account 0..9 on the local chains'

/** The signing account. A private key is never an argument: every process can read arguments; the shell saves them. */
export async function readAccount(
  flags: FlagValues<typeof accountFlags>,
  env: NodeJS.ProcessEnv,
  chainIds: readonly number[],
  noSigner = usageError('no signer given', howTo),
): Promise<PrivateKeyAccount> {
  if (flags.account !== undefined) return privateKeyToAccount(testAccount(flags.account, chainIds).privateKey)
  if (flags.keystore !== undefined) return privateKeyToAccount(await readKeystore(flags.keystore, env))
  const key = keyInEnv(env)
  if (!key) throw noSigner
  return privateKeyToAccount(key)
}

/** The account's address, for reading only. Test accounts skip the curve, whose first use takes 50 ms. */
export async function readOwner(...given: Parameters<typeof readAccount>): Promise<Hex> {
  const [{ account }, , chainIds] = given
  return account === undefined ? (await readAccount(...given)).address : testAccount(account, chainIds).address
}

/** The private key that the environment holds, if any. */
export function keyInEnv(env: NodeJS.ProcessEnv): Hex | undefined {
  const key = secretInEnv(env, 'CAUSEWAY_PRIVATE_KEY')
  if (!key) return undefined
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw usageError('CAUSEWAY_PRIVATE_KEY is not 0x and 64 hex digits')
  return key as Hex
}

function testAccount(text: string, chainIds: readonly number[]): (typeof testAccounts)[number] {
  const user = testAccounts[wholeNumber('account', text)]
  if (!user) throw usageError(`--account is 0 to ${testAccounts.length - 1}, not ${text}`)
  const local = devnetChains.map(({ id }) => id as number)
  // The test accounts' keys are public: whatever reaches them on a real chain is stolen at once.
  if (!chainIds.every((id) => local.includes(id))) throw usageError('--account is for the local chains only', howTo)
  return user
}

async function readKeystore(file: string, env: NodeJS.ProcessEnv): Promise<`0x${string}`> {
  const password = secretInEnv(env, 'CAUSEWAY_KEYSTORE_PASSWORD')
  if (password === undefined) throw usageError('the key file needs its password', 'set CAUSEWAY_KEYSTORE_PASSWORD')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw usageError(`there is no key file ${file}`)
  }
  // Imported on use: decrypting a keystore needs modules that other commands do not.
  const { decryptKeystore } = await import('../../chains/send/keystore.ts')
  const { SignerError } = await import('../../chains/send/signerError.ts')
  return decryptKeystore(text, password).catch((error: unknown) => {
    throw error instanceof SignerError ? usageError(`${file}: ${error.message}`) : error
  })
}

/** An account for reading only; signing with it throws. */
export function createWatchOnlyAccount(address: `0x${string}`): LocalAccount {
  const refuse = async (): Promise<never> => {
    throw usageError(`no signer given for ${address}`, howTo)
  }
  return toAccount({ address, signMessage: refuse, signTransaction: refuse, signTypedData: refuse })
}
