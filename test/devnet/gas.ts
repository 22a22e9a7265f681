import { encodeFunctionData, erc20Abi } from 'viem'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import type { NodeReceipt } from '../../src/devnet/rpc.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { encodeDeployAndRefund } from '../../src/intents/wallet.ts'
import { permit2Address } from '../../src/interface/limits.ts'
import { submitGrant } from '../chains/grant.ts'
import type { Intent } from './intentRun.ts'
import {
  amounts,
  awaitFill,
  chainNow,
  crossingOf,
  destinationCalls,
  intentOf,
  run,
  signedDeposit,
  transferTo,
  units,
} from './intentRun.ts'
import { chainOf, send } from './setup.ts'

export type GasRow = {
  step: string
  gas: number
  /** What a prototype of this design needed. */
  gasMax?: number
}

const otherWays = [
  ['permit', 'signature and permit'],
  ['receiveWithAuthorization', 'ERC-3009'],
  ['permit2', 'Permit2'],
] as const

/** Runs each step of an intent once on the local chains and reads what it cost from the receipts. */
export async function measureGas(devnet: Devnet): Promise<GasRow[]> {
  const [harbor, island] = [chainOf(devnet, 'harbor'), chainOf(devnet, 'island')]
  const { dai, usdt } = devnet.contracts
  const relayer = devnet.relayers[1]!
  const user = devnet.accounts[6]!
  const rows: GasRow[] = []
  const note = (step: string, { status, gasUsed }: Pick<NodeReceipt, 'status' | 'gasUsed'>, gasMax?: number) => {
    if (status !== '0x1') throw new Error(`"${step}" reverted`)
    rows.push({ step, gas: Number(gasUsed), gasMax })
  }

  note(
    'grant: a relayer gets its grant',
    await send(harbor, relayer, await submitGrant(harbor.id, relayer.address)),
    60_000,
  )
  await send(island, relayer, await submitGrant(island.id, relayer.address))
  const { origin, destination } = await crossingOf(devnet, user, 101n)
  const signed = async ({ wallet, config }: Intent) => {
    const deposit = { wallet, nonce: config.salt, amount: amounts.deposit }
    return send(harbor, relayer, await signedDeposit(harbor, devnet, user, deposit))
  }
  note("deposit by DAI's permit, taken back, the user's first", await signed(origin))
  const { origin: second } = await crossingOf(devnet, user, 105n)
  note("deposit by DAI's permit, taken back, later ones", await signed(second))
  for (const [index, [way, name]] of otherWays.entries()) {
    const payer = devnet.accounts[7 + index]!
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2Address, 2n ** 255n] })
    if (way === 'permit2') await send(harbor, payer, { to: usdt, data })
    const pay = async (nonce: bigint, to: Intent) =>
      send(
        harbor,
        relayer,
        await signedDeposit(harbor, devnet, payer, { wallet: to.wallet, nonce, amount: 1_000n }, way),
      )
    note(`deposit by ${name}, the user's first`, await pay(1n, origin))
    note(`deposit by ${name}, later ones`, await pay(2n, second), way === 'permit' ? 110_000 : undefined)
  }
  note('origin: deploy, swap, Across deposit, fee', await send(harbor, relayer, run(origin)), 432_000)
  const { transactionHash } = await awaitFill(devnet, destination.wallet)
  note(
    "fill on the destination (the filler's)",
    await rpc(island.rpcUrl, 'eth_getTransactionReceipt', [transactionHash]),
  )
  note('destination: deploy, supply to Aave', await send(island, relayer, run(destination)), 343_000)

  const failing = await crossingOf(devnet, user, 102n, { swapMin: units(1_200n, 6) })
  note('deposit by transfer', await send(harbor, user, transferTo(dai, failing.origin.wallet, amounts.deposit)))
  note(
    'origin that fails: deploy, refund in the same transaction',
    await send(harbor, relayer, run(failing.origin, 'tolerantly')),
  )

  const amount = units(500n, 6)
  const later = BigInt((await chainNow(island)) + 7_200)
  const refused = intentOf(island, user.address, 103n, later, destinationCalls(devnet, usdt, user.address, amount))
  await devnet.faucet(island.id, usdt, refused.wallet, amount)
  note(
    'destination whose target refuses: deploy, pay the user',
    await send(island, relayer, run(refused, 'tolerantly')),
  )

  const summit = chainOf(devnet, 'summit')
  const refundAt = BigInt((await chainNow(summit)) + 600)
  const lapsed = intentOf(
    summit,
    user.address,
    104n,
    refundAt,
    destinationCalls(devnet, dai, user.address, amounts.deposit),
  )
  await send(summit, user, transferTo(dai, lapsed.wallet, amounts.deposit))
  await rpc(summit.rpcUrl, 'evm_setNextBlockTimestamp', [Number(refundAt)])
  await rpc(summit.rpcUrl, 'evm_mine')
  const refund = { to: causewayContracts.guest, data: encodeDeployAndRefund(lapsed.config, [dai]) }
  note('timed refund by a stranger: deploy, refund', await send(summit, devnet.accounts[9]!, refund), 105_000)
  return rows
}
