import type { Address } from 'viem'

/** Contract addresses of a local chain, the same on all three. */
export type DevnetContracts = {
  multicall3: Address
  permit2: Address
  weth: Address
  usdc: Address
  usdt: Address
  dai: Address
  wbtc: Address
  /** Burns 1 % of every transfer. In no token list: tests show that such tokens are refused. */
  feeOnTransfer: Address
  feeds: { ETH: Address; USDC: Address; USDT: Address; DAI: Address; WBTC: Address }
  uniswapV3: { factory: Address; router: Address; quoter: Address; positionManager: Address; tickLens: Address }
  uniswapV2: { factory: Address; router: Address }
  uniswapV4: {
    poolManager: Address
    universalRouter: Address
    stateView: Address
    quoter: Address
    liquidityManager: Address
  }
  pancakeswapV3: { factory: Address; router: Address }
  /** A stable pool of DAI and USDT: our own implementation of Curve's plain pool. */
  curvePool: Address
  /** A stable pool of USDC and DAI, and its router: our own implementation of Solidly's. */
  solidly: { router: Address; pool: Address }
  aave: { pool: Address; addressesProvider: Address; dataProvider: Address; oracle: Address }
  /** ERC-4626 over USDC. */
  vault: Address
  spokePool: Address
  cctp: { tokenMessenger: Address; messageTransmitter: Address }
  /** Our own implementations of LayerZero's endpoint and of an OFT pool for each token. */
  layerZero: { endpoint: Address; ofts: { usdt: Address; wbtc: Address } }
  /** ERC-4337's EntryPoint 0.8, its authors' EIP-7702 account, and a factory of contract accounts. */
  accounts: { entryPoint: Address; simple7702: Address; factory: Address }
}

/** An ERC-20 of the devnet by the name of its field above. */
export type DevnetToken = 'weth' | 'usdc' | 'usdt' | 'dai' | 'wbtc'
