import type { Address, Hex } from 'viem'
import { createWalletClient, erc20Abi, http, parseAbi, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DevnetKey } from '../../src/chains/definitions/devnet/keys.ts'
import type { Devnet, DevnetChain } from '../../src/devnet/devnet.ts'
import { depositTypedData } from '../../src/intents/signedDeposit.ts'
import type { DepositWayName } from '../../src/interface/enums.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import { trustedContracts } from '../../src/sdk/trustedContracts.ts'

type Quoted = Response<'QuoteIntent'>['intent']

/** What is known of local chains that another process runs. */
export type Nodes = { chains: readonly Pick<DevnetChain, 'id' | 'name' | 'rpcUrl' | 'nodeUrl'>[] }

export function walletOf(devnet: Nodes, chainId: number, key: DevnetKey) {
  // A wallet has a node of its own, which the weather of the service's does not touch.
  const { nodeUrl, name } = devnet.chains.find(({ id }) => id === chainId)!
  const chain = {
    id: chainId,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [nodeUrl] } },
    // Looking for replacements, viem misses the one block of a chain that mines only what is sent.
    supportsTransactionReplacementDetection: false,
  }
  return createWalletClient({
    account: privateKeyToAccount(key.privateKey),
    chain,
    transport: http(nodeUrl),
    pollingInterval: 50,
  }).extend(publicActions)
}

/** The allowances that some ways stand on. */
export async function allowWay(wallet: ReturnType<typeof walletOf>, way: DepositWayName, token: Address) {
  const { entrypoint } = trustedContracts
  const most = 2n ** 159n
  const approve = (spender: Address) =>
    mined(
      wallet,
      wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'approve', args: [spender, most] }),
    )
  if (way === 'allowance') await approve(entrypoint)
  if (!way.startsWith('permit2')) return
  await approve(permit2Address)
  if (way === 'permit2') return
  const abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
  const args = [token, entrypoint, most, 2 ** 40] as const
  await mined(wallet, wallet.writeContract({ address: permit2Address, abi, functionName: 'approve', args }))
}

/** Signs the deposit, and a permit where the token takes one, so that the service can relay it. */
export async function signDeposit(
  devnet: Devnet,
  key: DevnetKey,
  intent: Quoted,
  option: Response<'QuoteIntent'>['gasFeeOptions']['feeOptions'][number],
) {
  const { chainId, tokenAddress, amount } = intent.depositTransaction
  const wallet = walletOf(devnet, chainId, key)
  const deadline = Math.floor(Date.now() / 1_000) + 3_600
  const userNonce = BigInt(Math.floor(Math.random() * 2 ** 40))
  const entrypoint = intent.svcContracts.svcIntentEntrypointAddress
  const deposit = {
    user: key.address,
    token: tokenAddress,
    amount,
    intentAddress: intent.originIntentAddress,
    deadline: BigInt(deadline),
    nonce: userNonce,
    feeAmount: option.amount,
    feeCollector: option.feeCollectorAddress,
  }
  const intentSignature = await wallet.signTypedData(
    depositTypedData(deposit, chainId, { entrypoint, domainName: 'Causeway' }),
  )
  const permit = option.is2612
    ? await signPermit(wallet, tokenAddress, entrypoint, amount + option.amount, deadline)
    : {}
  return { intentSignature, ...permit, selectedGasFeeOption: option, userNonce, deadline }
}

const permitAbi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function nonces(address owner) view returns (uint256)',
])

async function signPermit(
  wallet: ReturnType<typeof walletOf>,
  token: Address,
  spender: Address,
  value: bigint,
  deadline: number,
) {
  const owner = wallet.account.address
  const [name, version, nonce] = await Promise.all([
    wallet.readContract({ address: token, abi: permitAbi, functionName: 'name' }),
    wallet.readContract({ address: token, abi: permitAbi, functionName: 'version' }).catch(() => '1'),
    wallet.readContract({ address: token, abi: permitAbi, functionName: 'nonces', args: [owner] }),
  ])
  const permitSignature = await wallet.signTypedData({
    domain: { name, version, chainId: wallet.chain.id, verifyingContract: token },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner, spender, value, nonce, deadline: BigInt(deadline) },
  })
  return { permitSignature, permitDeadline: deadline, permitAmount: value }
}

/** The receipt of what a wallet sends. */
export async function mined(
  wallet: Pick<ReturnType<typeof walletOf>, 'waitForTransactionReceipt'>,
  sent: Promise<Hex>,
) {
  return wallet.waitForTransactionReceipt({ hash: await sent })
}
