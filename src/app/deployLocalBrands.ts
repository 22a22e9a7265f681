import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '../chains/chain.ts'
import { arachnidDeployer } from '../chains/contracts/abi/addresses.ts'
import { type Operator, operatorDeployments } from '../chains/contracts/operator.ts'
import { devnetChains } from '../chains/definitions/devnet/facts.ts'
import { devnetKeys } from '../chains/definitions/devnet/keys.ts'
import type { Clock } from '../host/clock.ts'

const deployGas = 8_000_000n
const lookEveryMs = 100
const looksMax = 300

/**
 * Deploys what is missing of every brand's contracts on the local chains. Those chains are built before the brands are
 * known, and their deployer's key is public. On other chains `causeway deploy` does it.
 */
export async function deployLocalBrands(
  chains: Iterable<Chain>,
  operators: readonly Operator[],
  clock: Clock,
): Promise<void> {
  const local = new Set<number>(devnetChains.map(({ id }) => id))
  const here = [...chains].filter(({ id }) => local.has(id))
  await Promise.all(here.map((chain) => deployTo(chain, operators, clock)))
}

async function deployTo(chain: Chain, operators: readonly Operator[], clock: Clock): Promise<void> {
  const account = privateKeyToAccount(devnetKeys().deployer.privateKey)
  // The last two, entrypoint and guest, differ by brand. The others are shared, unless a salt makes a new set of all.
  for (const { address, data } of operators.flatMap((one) => operatorDeployments(one).slice(one.salt ? 0 : -2))) {
    if ((await chain.code(address)) !== '0x') continue
    const { maxFeePerGas, maxPriorityFeePerGas } = await chain.fees()
    const raw = await account.signTransaction({
      chainId: chain.id,
      type: 'eip1559',
      nonce: await chain.nonce(account.address, 'pending'),
      to: arachnidDeployer,
      data,
      gas: deployGas,
      maxFeePerGas,
      maxPriorityFeePerGas,
    })
    await chain.broadcast(raw)
    await untilCode(chain, address, clock)
  }
}

/** Another process may have sent the same; only the code at the address counts. */
async function untilCode(chain: Chain, address: `0x${string}`, clock: Clock): Promise<void> {
  for (let look = 0; look < looksMax; look++) {
    if ((await chain.code(address)) !== '0x') return
    await clock.sleep(lookEveryMs)
  }
  throw new Error(`the contract at ${address} did not come to be on chain ${chain.id}`)
}
