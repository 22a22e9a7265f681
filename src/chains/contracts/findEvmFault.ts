import { getContractAddress, hexToBigInt, size, slice } from 'viem'
import type { Address, Hex } from '../../interface/fields.ts'

/**
 * Creation code, only run by eth_call. It stores and loads a word transiently (EIP-1153), copies it (EIP-5656),
 * creates an empty contract with CREATE2, and returns both words, its own address and the new one. Uses PUSH0 too.
 */
const probe: Hex = '0x602a5f5d5f5c5f5260205f60205e306040525f5f5f5ff560605260805ff3'
const stored = 0x2an

/** Runs creation code without sending it, as eth_call without `to` does. */
export type RunCreation = (data: Hex) => Promise<Hex | undefined>

/**
 * Why our contracts cannot work on a chain, if so. Without transient storage or MCOPY they would deploy and every
 * run would revert; under zkSync Era's CREATE2 rule, money would go to addresses that no wallet can ever have.
 */
export async function findEvmFault(run: RunCreation): Promise<string | undefined> {
  // A chain rejects unknown opcodes with an error, so an error is an answer.
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
