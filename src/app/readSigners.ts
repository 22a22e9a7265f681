import {
  createExternalSigner,
  createKeystoreSigner,
  createPrivateKeySigner,
  type Signer,
} from '../chains/send/signer.ts'
import { SignerError } from '../chains/send/signerError.ts'
import { createSignerRequest } from '../chains/send/signerRequest.ts'
import { ConfigError } from '../config/config.ts'
import type { SignersConfig } from '../config/engineConfig.ts'
import { readNamedFile, readSecretFile } from '../config/readNamedFile.ts'
import type { Hex } from '../interface/fields.ts'

/** Every configured signer. An error names the file and never its content. */
export async function readSigners(config: SignersConfig): Promise<Signer[]> {
  const { keystores, keystorePassword, keystorePasswordFiles: passwordFiles } = config
  if (passwordFiles.length > 1 && passwordFiles.length !== keystores.length)
    throw new ConfigError(
      `signers.keystorePasswordFiles names ${passwordFiles.length} files for ${keystores.length} key files: one for each, in their order, or one for all`,
    )
  const opened = keystores.map(async (file, at) => {
    const passwordFile = passwordFiles[at] ?? passwordFiles[0]
    const password = passwordFile
      ? await readSecretFile('signers.keystorePasswordFiles', passwordFile)
      : (keystorePassword ?? '')
    return createKeystoreSigner(await readNamedFile('signers.keystores', file), password).catch((error: unknown) => {
      throw error instanceof SignerError ? new ConfigError(`signers.keystores: ${file}: ${error.message}`) : error
    })
  })
  return [
    ...config.privateKeys.map((key) => createPrivateKeySigner(key as Hex)),
    ...(await Promise.all(opened)),
    ...config.external.map((remote) =>
      createExternalSigner({ address: remote.address, request: createSignerRequest(remote) }),
    ),
  ]
}
