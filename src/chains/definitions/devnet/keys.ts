import { pbkdf2Sync } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { bytesToHex } from 'viem'
import { HDKey, privateKeyToAddress } from 'viem/accounts'

export type DevnetKey = { address: Address; privateKey: Hex }

/** The mnemonic that anvil and Hardhat use by default. Its keys are public: never send anything of worth to them. */
export const devnetMnemonic = 'test test test test test test test test test test test junk'

const userCount = 10
const relayerCount = 6
const roles = ['deployer', 'filler', 'attester', 'faucet', 'borrower', 'keeper'] as const

export const keyCount = userCount + relayerCount + roles.length

export type DevnetKeys = {
  /** Ten funded test accounts. */
  users: DevnetKey[]
  /** For the service's signer lanes. */
  relayers: DevnetKey[]
  /** Owns the local protocols and repays fillers. */
  deployer: DevnetKey
  filler: DevnetKey
  attester: DevnetKey
  faucet: DevnetKey
  borrower: DevnetKey
  /** Writes the price feeds and nothing else: it counts its own nonces, so another sender would collide with it. */
  keeper: DevnetKey
}

export function devnetKeys(): DevnetKeys {
  // The BIP-39 seed by Node's own PBKDF2: the JavaScript one costs every start 200 ms.
  const seed = pbkdf2Sync(devnetMnemonic, 'mnemonic', 2048, 64, 'sha512')
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")
  const keys = Array.from({ length: keyCount }, (_, index) => keyAt(parent, index))
  const named = Object.fromEntries(roles.map((role, index) => [role, keys[userCount + relayerCount + index]!]))
  return {
    users: keys.slice(0, userCount),
    relayers: keys.slice(userCount, userCount + relayerCount),
    ...(named as Record<(typeof roles)[number], DevnetKey>),
  }
}

function keyAt(parent: HDKey, index: number): DevnetKey {
  const child = parent.deriveChild(index)
  const privateKey = bytesToHex(child.privateKey!)
  return { address: privateKeyToAddress(privateKey), privateKey }
}
