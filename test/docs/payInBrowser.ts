import { type BrowserContext, chromium } from 'playwright-core'
import { erc20Abi, formatEther } from 'viem'
import { findChromium } from '../../scripts/findChromium.ts'
import { devnetAddresses } from '../../src/chains/definitions/devnet/devnetAddresses.ts'
import { devnetKeys } from '../../src/chains/definitions/devnet/keys.ts'
import { readLocalNodes } from '../../src/cli/kit/localNodes.ts'
import { addWallet } from '../console/addWallet.ts'
import { type Nodes, walletOf } from '../e2e/wallets.ts'

const [harbor, island] = [31337, 31338]
/** Longest wait; only what never comes takes so long. */
const patienceMs = 150_000
const userIndex = 5

/**
 * Opens the page served by `vite preview` and pays in it, with a wallet that announces itself: the reader declines,
 * then accepts. Compares the page with the chains. `dataFolder`: the service's, which lists its local nodes.
 */
export async function payInBrowser(said: string, dataFolder: string): Promise<void> {
  const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0]
  if (!url) throw new Error(`no address of a page was printed:\n${said}`)
  const found = findChromium()
  if ('why' in found) {
    process.stderr.write(`\nTHE PAGE WITH REACT AND WAGMI WAS BUILT AND NOT OPENED: ${found.why}\n\n`)
    return
  }
  const nodes = [...readLocalNodes(dataFolder)].map(([id, rpcUrl]) => ({
    id,
    name: `chain ${id}`,
    rpcUrl,
    nodeUrl: rpcUrl,
  }))
  const browser = await chromium.launch({ executablePath: found.path })
  try {
    await payIn(await browser.newContext(), url, { chains: nodes })
  } finally {
    await browser.close()
  }
}

async function payIn(context: BrowserContext, url: string, devnet: Nodes): Promise<void> {
  const user = devnetKeys().users[userIndex]!
  const [onHarbor, onIsland] = [harbor, island].map((id) => walletOf(devnet, id!, user))
  const usdc = {
    address: devnetAddresses.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [user.address],
  } as const
  const held = async () => ({
    usdc: await onHarbor!.readContract(usdc),
    eth: await onIsland!.getBalance({ address: user.address }),
  })
  const { asked, state } = await addWallet(context, { devnet }, user, island!)
  state.isKnown = false // wagmi connects by itself to a wallet that knows the page
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))

  await page.goto(url)
  await page.getByRole('button', { name: 'Outside Wallet' }).click()
  await page.getByText(user.address).waitFor()
  await page.getByLabel('USDC').fill('40')
  await page.getByRole('button', { name: 'Quote' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('alert').getByText('the quote was not accepted').waitFor()
  const before = await held()
  await page.getByRole('button', { name: 'Quote' }).click()
  await page.getByText('40 USDC bring at least').waitFor()
  await page.getByRole('button', { name: 'Pay' }).click()
  const end = await page.getByText('ETH arrived').innerText()
  const after = await held()

  const expected = `SUCCEEDED: ${formatEther(after.eth - before.eth)} ETH arrived, chain says so.`
  must(end === expected, `the page says "${end}" and the chains say "${expected}"`)
  must(before.usdc - after.usdc === 40_000_000n, `${before.usdc - after.usdc} base units of USDC were paid`)
  must(asked.includes('wallet_switchEthereumChain'), 'the wallet stood on another chain and was not asked to switch')
  must(errors.length === 0, `the page complained: ${errors.join('\n')}`)
}

function must(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}
