import { type AddressSettings, addressFaults } from '../../app/checkAddresses.ts'
import type { ChainDefinition } from '../../chains/chainDefinition.ts'
import { chainLimits } from '../../chains/chainLimits.ts'
import { brandStates } from '../../chains/contracts/deployContracts.ts'
import { findEvmFault } from '../../chains/contracts/findEvmFault.ts'
import type { Operator } from '../../chains/contracts/operator.ts'
import { createNode, type Node } from '../../chains/read/node.ts'
import type { Signer } from '../../chains/send/signer.ts'
import { systemClock } from '../../host/clock.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { checkSocket } from './checkSocket.ts'
import { bad, clockFinding, type Finding, ok, warn } from './finding.ts'

type ChainToCheck = {
  definition: ChainDefinition
  rpcUrls: readonly string[]
  wsUrls?: readonly string[]
  signers: readonly Pick<Signer, 'address'>[]
  /** One per brand. Empty if no setting says who signs grants: then the expected contracts are unknown. */
  operators: readonly Operator[]
  /** The other configured addresses: tokens, fee collector, operator. */
  addresses: AddressSettings
}

const weiOfNative = 10n ** 18n
/** Gas of the smallest batch. */
const gasOfOne = 100_000n
/** 0.02 of the native token: 20 transactions of 100,000 gas at 10 gwei. */
const gasBalanceMin = weiOfNative / 50n
const leastShown = weiOfNative / 10_000n

/** Checks nodes, contracts and signers of one chain. Node URLs are secrets, so findings number the nodes. */
export async function checkChain({
  definition,
  rpcUrls,
  wsUrls = [],
  signers,
  operators,
  addresses,
}: ChainToCheck): Promise<Finding[]> {
  const nodes = rpcUrls.map((url, at) =>
    createNode({ url, name: `node ${at + 1}`, clock: systemClock, limits: chainLimits }),
  )
  try {
    const [found, sockets] = await Promise.all([
      Promise.all(nodes.map((node) => checkNode(node, definition))),
      Promise.all(wsUrls.map((url, at) => checkSocket(url, `${definition.name}, socket ${at + 1}`, definition.id))),
    ])
    const good = nodes.find((_, at) => found[at]!.every(({ is }) => is !== 'bad'))
    const rest = good
      ? [
          ...(await checkContracts(good, definition, operators, addresses)),
          ...(await checkSigners(good, definition, signers)),
        ]
      : []
    return [...found.flat(), ...sockets, ...rest]
  } finally {
    for (const node of nodes) node.close()
  }
}

async function checkNode(node: Node, { id, name, staleAfterMs }: ChainDefinition): Promise<Finding[]> {
  const about = `${name}, ${node.name}`
  try {
    const answered = Number(await node.call<Hex>('eth_chainId', []))
    if (answered !== id)
      return [bad(about, `is a node of chain ${answered}, not ${id}`, 'give a node of this chain in chains[].rpcUrls')]
    const block = await node.call<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
    const ageMs = systemClock.nowMs() - Number(block.timestamp) * 1_000
    const stale = staleAfterMs !== undefined && ageMs > staleAfterMs
    const head = stale
      ? bad(
          about,
          `newest block ${Number(block.number)} is ${Math.round(ageMs / 1_000)} s old`,
          'wait until the node is synchronised, or use another',
        )
      : ok(about, `chain ${id}, block ${Number(block.number)}`)
    return [head, ...clockFinding(about, node.clockSkewMs())]
  } catch (error) {
    return [
      bad(
        about,
        `does not answer: ${(error as Error).message}`,
        'check chains[].rpcUrls, the network and the key of the provider',
      ),
    ]
  }
}

async function checkContracts(
  node: Node,
  definition: ChainDefinition,
  operators: readonly Operator[],
  addresses: AddressSettings,
): Promise<Finding[]> {
  const code = (address: Address) => node.call<Hex>('eth_getCode', [address, 'latest'])
  const about = `${definition.name}, contracts`
  const create = (data: Hex) => node.call<Hex>('eth_call', [{ data }, 'latest'])
  const fault = await findEvmFault(create)
  if (fault) return [bad(about, `cannot work: ${fault}`, 'take the chain out of the configuration')]
  const own =
    operators.length > 0 ? [ownContracts(about, definition, await brandStates({ code, create }, operators))] : []
  // The start's own check: doctor must not call ready what does not start.
  const faults = await addressFaults({ definition, code }, addresses)
  const foreign = faults.map((one) => bad(one.about === definition.name ? about : one.about, one.what, one.remedy))
  return [...own, ...foreign]
}

function ownContracts(
  about: string,
  { network }: ChainDefinition,
  states: Awaited<ReturnType<typeof brandStates>>,
): Finding {
  const named = (state: string) => states.filter((one) => one.state === state).map((one) => one.name)
  const [missing, foreign] = [named('missing'), named('foreign')]
  if (foreign.length > 0)
    return bad(
      about,
      `code of another kind at the address of ${foreign.join(', ')}`,
      'do not use this node or chain; tell its operator',
    )
  return missing.length > 0
    ? bad(about, `not deployed: ${missing.join(', ')}`, `causeway deploy ${network}`)
    : ok(about, `all ${states.length} there, with the code they should have`)
}

async function checkSigners(node: Node, { name, nativeCurrency }: ChainDefinition, signers: ChainToCheck['signers']) {
  if (signers.length === 0) return []
  const { symbol } = nativeCurrency
  const costOfOne = gasOfOne * BigInt(await node.call<Hex>('eth_gasPrice', []))
  return Promise.all(
    signers.map(async ({ address }) => {
      const about = `${name}, signer ${address}`
      const balance = BigInt(await node.call<Hex>('eth_getBalance', [address, 'latest']))
      const shown =
        balance < leastShown ? `less than 0.0001 ${symbol}` : `${Number(balance / leastShown) / 10_000} ${symbol}`
      const remedy = `send ${symbol} to ${address}`
      if (balance === 0n) return bad(about, 'has nothing to pay gas with', remedy)
      if (balance < costOfOne) return bad(about, `has ${shown}, which does not pay for one transaction`, remedy)
      return balance < gasBalanceMin ? warn(about, `has ${shown}, little to pay gas with`, remedy) : ok(about, shown)
    }),
  )
}
