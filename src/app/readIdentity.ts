import secp256k1 from 'secp256k1'
import { bytesToHex, encodeFunctionData, hashMessage, hashTypedData, hexToBytes, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '../chains/chain.ts'
import { type Operator, operatorContracts } from '../chains/contracts/operator.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { sameAddress } from '../evm/address.ts'
import { keccak256 } from '../evm/keccak.ts'
import { recoverSigner } from '../evm/recoverSigner.ts'
import { type Deployment, deploymentTypedData, type Identity, quoteMessage } from '../intents/deployment.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { readOperator } from './readOperator.ts'

/** 366 days: the lifetime of a certificate that a process with the grant key makes at its start. */
const ownCertificateS = 366 * 24 * 3_600

export function deploymentOf(operator: Operator, identity: Address, until: number): Deployment {
  const { entrypoint, guest } = operatorContracts(operator)
  return { name: operator.name, signer: operator.signer, entrypoint, guest, identity, until }
}

/** Makes the value of `operator.identityCertificate`: `<until>.<signature>`. */
export async function certify(config: Config, identity: Address, until: number): Promise<string> {
  const { operator, grantSigner } = ownOperator(config)
  if (!grantSigner) throw new ConfigError('operator.grantKey: is required to certify an identity')
  return `${until}.${await grantSigner.signTypedData(deploymentTypedData(deploymentOf(operator, identity, until)))}`
}

/** Whether a contract accepts a signature (ERC-1271). */
type Accepts = (signer: Address, hash: Hex, signature: Hex) => Promise<boolean>

/** Undefined without a configured identity. `accepts` is used if the signer is a contract. */
export async function readIdentity(config: Config, nowMs: number, accepts?: Accepts): Promise<Identity | undefined> {
  const { identityKey, identityCertificate, grantKey } = config.operator
  if (!identityKey) return undefined
  if ([grantKey, ...config.signers.privateKeys].some((key) => key?.toLowerCase() === identityKey.toLowerCase()))
    throw new ConfigError('operator.identityKey: is used for something else too; it signs quotes and nothing else')
  const { operator, grantSigner } = ownOperator(config)
  const identity = privateKeyToAccount(identityKey).address
  if (!identityCertificate && !grantSigner)
    throw new ConfigError(
      `operator.identityCertificate: is required beside operator.identityKey; run causeway signers identity ${identity} where the grant key is`,
    )
  const own = Math.floor(nowMs / 1_000) + ownCertificateS
  const [until = '', signature] = (identityCertificate ?? (await certify(config, identity, own))).split('.')
  const deployment = deploymentOf(operator, identity, Number(until))
  const hash = hashTypedData(deploymentTypedData(deployment))
  const whose = recoverSigner(hash, signature as Hex)
  if (!(whose && sameAddress(whose, operator.signer)) && !(await accepts?.(operator.signer, hash, signature as Hex)))
    throw new ConfigError(
      `operator.identityCertificate: is signed by ${whose ?? 'no key'}, not by ${operator.signer}, or for other contracts than these settings`,
    )
  const key = hexToBytes(identityKey)
  return {
    signed: { deployment, signature: signature as Hex },
    signQuote: (body) => {
      const digest = hashMessage(quoteMessage(keccak256(bytesToHex(Buffer.from(body)))))
      const { signature: bytes, recid } = secp256k1.ecdsaSign(hexToBytes(digest), key)
      return bytesToHex(Uint8Array.of(...bytes, 27 + recid))
    },
  }
}

const ownOperator = ({ operator, chains }: Config) =>
  readOperator(
    operator,
    chains.map(({ id }) => id),
  )

const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const erc1271Magic = '0x1626ba7e'

/** Asks the first chain that answers: an operator's signer has one address on all chains. */
export const acceptedOn =
  (chains: Iterable<Pick<Chain, 'read'>>): Accepts =>
  async (signer, hash, signature) => {
    const data = encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args: [hash, signature] })
    for (const chain of chains) {
      const outcome = await chain.read({ to: signer, data }).catch(() => undefined)
      if (outcome?.ok) return outcome.data.startsWith(erc1271Magic)
    }
    return false
  }
