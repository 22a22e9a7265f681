import { getContractAddress, hexToBigInt, size, slice } from 'viem'
import type { Address, Hex } from '../../interface/fields.ts'

/**
 * Creation code that no chain keeps: run by eth_call, it stores and loads a word transiently (EIP-1153), copies it (EIP-5656), creates an
 * empty contract with CREATE2, and returns loaded word, copied word, its own address and the created address. PUSH0 is in it as well.
 */
const probe: Hex = '0x602a5f5d5f5c5f5260205f60205e306040525f5f5f5ff560605260805ff3'
const stored = 0x2an

/** Runs creation code without sending it, as eth_call without `to` does. */
export type RunCreation = (data: Hex) => Promise<Hex | undefined>

/**
 * What keeps our contracts from working on a chain, if anything. They would deploy where transient storage or MCOPY is missing, and every
 * run would revert; with another CREATE2 rule (zkSync Era's) money would go to addresses at which no wallet can ever be.
 */
export async function findEvmFault(run: RunCreation): Promise<string | undefined> {
  // A chain refuses code with instructions that it does not have by an error, so an error is the answer.
  const answer = await run(probe).catch(() => undefined)
  if (!answer || size(answer) !== 128)
    return 'it does not run Cancun code (TSTORE, TLOAD, MCOPY, PUSH0, CREATE2), which every run of a batch needs'
  const [loaded, copied, self, created] = [0, 1, 2, 3].map((at) => slice(answer, at * 32, at * 32 + 32))
  if (hexToBigInt(loaded!) !== stored || hexToBigInt(copied!) !== stored)
    return 'its transient storage or memory copy gives other values than Ethereum'
  const follows = getContractAddress({
    opcode: 'CREATE2',
    from: addressIn(self!),
    salt: `0x${'00'.repeat(32)}`,
    bytecode: '0x',
  })
  if (follows.toLowerCase() !== addressIn(created!)) return 'its CREATE2 gives other addresses than Ethereum'
  return undefined
}

const addressIn = (word: Hex): Address => slice(word, 12)
