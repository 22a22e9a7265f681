import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Address, Hex } from 'viem'
import { domainSeparator, encodeAbiParameters } from 'viem'
import { permit2Address } from '../interface/limits.ts'

/** Bytecode from the installed protocol packages. Never copy it into this repository: their licences differ. */
export type Artifact = { abi: Abi; bytecode: Hex; links: Record<string, { start: number; length: number }[]> }

type Published = {
  abi: Abi
  bytecode: string | { object: string }
  linkReferences?: Record<string, Record<string, { start: number; length: number }[]>>
}

const require = createRequire(import.meta.url)

const files = {
  WETH9: 'canonical-weth/build/contracts/WETH9.json',
  UniswapV2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  UniswapV2Router02: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  UniswapV3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  SwapRouter: '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json',
  QuoterV2: '@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
  TickLens: '@uniswap/v3-periphery/artifacts/contracts/lens/TickLens.sol/TickLens.json',
  NonfungiblePositionManager:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  PoolManager: '@uniswap/v4-periphery/foundry-out/PoolManager.sol/PoolManager.default.json',
  StateView: '@uniswap/v4-periphery/foundry-out/StateView.sol/StateView.json',
  V4Quoter: '@uniswap/v4-periphery/foundry-out/V4Quoter.sol/V4Quoter.json',
  PoolModifyLiquidityTest:
    '@uniswap/v4-periphery/foundry-out/PoolModifyLiquidityTest.sol/PoolModifyLiquidityTest.default.json',
  UniversalRouter: '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
  PancakeV3Factory: '@pancakeswap/v3-core/artifacts/contracts/PancakeV3Factory.sol/PancakeV3Factory.json',
  PancakeV3Pool: '@pancakeswap/v3-core/artifacts/contracts/PancakeV3Pool.sol/PancakeV3Pool.json',
  Ethereum_SpokePool: '@across-protocol/contracts/dist/evm/artifacts/Ethereum_SpokePool.sol/Ethereum_SpokePool.json',
  ERC1967Proxy: '@across-protocol/contracts/dist/evm/artifacts/ERC1967Proxy.sol/ERC1967Proxy.json',
  Multicall3: '@across-protocol/contracts/dist/evm/artifacts/Multicall3.sol/Multicall3.json',
  BorrowLogic: aave('protocol/libraries/logic/BorrowLogic'),
  BridgeLogic: aave('protocol/libraries/logic/BridgeLogic'),
  ConfiguratorLogic: aave('protocol/libraries/logic/ConfiguratorLogic'),
  EModeLogic: aave('protocol/libraries/logic/EModeLogic'),
  FlashLoanLogic: aave('protocol/libraries/logic/FlashLoanLogic'),
  LiquidationLogic: aave('protocol/libraries/logic/LiquidationLogic'),
  PoolLogic: aave('protocol/libraries/logic/PoolLogic'),
  SupplyLogic: aave('protocol/libraries/logic/SupplyLogic'),
  PoolAddressesProvider: aave('protocol/configuration/PoolAddressesProvider'),
  ACLManager: aave('protocol/configuration/ACLManager'),
  Pool: aave('protocol/pool/Pool'),
  PoolConfigurator: aave('protocol/pool/PoolConfigurator'),
  DefaultReserveInterestRateStrategy: aave('protocol/pool/DefaultReserveInterestRateStrategy'),
  AToken: aave('protocol/tokenization/AToken'),
  VariableDebtToken: aave('protocol/tokenization/VariableDebtToken'),
  StableDebtToken: aave('protocol/tokenization/StableDebtToken'),
  AaveOracle: aave('misc/AaveOracle'),
  AaveProtocolDataProvider: aave('misc/AaveProtocolDataProvider'),
  EntryPoint: '@account-abstraction/contracts/artifacts/EntryPoint.json',
  Simple7702Account: '@account-abstraction/contracts/artifacts/Simple7702Account.json',
  ERC20PresetFixedSupplyUpgradeable:
    '@openzeppelin/contracts-upgradeable-v4/build/contracts/ERC20PresetFixedSupplyUpgradeable.json',
  SimpleAccountFactory: '@account-abstraction/contracts/artifacts/SimpleAccountFactory.json',
} as const

export type PublishedName = keyof typeof files
export const publishedNames = Object.keys(files) as PublishedName[]

export function readPublishedArtifact(name: PublishedName): Artifact {
  const artifact = require(files[name]) as Published
  const raw = typeof artifact.bytecode === 'string' ? artifact.bytecode : artifact.bytecode.object
  const links = Object.assign({}, ...Object.values(artifact.linkReferences ?? {}))
  return { abi: artifact.abi, bytecode: raw.startsWith('0x') ? (raw as Hex) : `0x${raw}`, links }
}

/** Creation code with libraries linked in and constructor arguments behind it. */
export function initCode(artifact: Artifact, args: readonly unknown[], libraries: Record<string, Address> = {}): Hex {
  let code: string = artifact.bytecode
  for (const [library, places] of Object.entries(artifact.links)) {
    const address = libraries[library]
    if (!address) throw new Error(`library ${library} has no address yet`)
    for (const { start, length } of places) {
      const from = 2 + start * 2
      code = code.slice(0, from) + address.slice(2).toLowerCase() + code.slice(from + length * 2)
    }
  }
  const creator = artifact.abi.find((entry) => entry.type === 'constructor')
  const tail = creator ? encodeAbiParameters(creator.inputs, args) : '0x'
  return `${code}${tail.slice(2)}` as Hex
}

/** Domain separator in Permit2's literal below: for chain 31337 and the address in its authors' tests. */
const permit2TestSeparator = 'd5a17abc3865df5c1400c0299bd4ce2eefc8114aec5f9d3dded1745783e57b98'

/**
 * Permit2's runtime code, from a literal in a published source file. It contains its authors' separator, so this puts
 * in that of the canonical address on chain 31337. On other chains the code computes its own.
 */
export function permit2Runtime(): Hex {
  const file = require.resolve('@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol')
  const literal = /hex"([0-9a-f]+)"/.exec(readFileSync(file, 'utf8'))?.[1]
  if (!literal) throw new Error('Permit2: no bytecode literal in @uniswap/v4-periphery')
  if (!literal.includes(permit2TestSeparator)) throw new Error('Permit2: no separator of chain 31337 in the literal')
  const domain = { name: 'Permit2', chainId: 31_337, verifyingContract: permit2Address }
  return `0x${literal.replace(permit2TestSeparator, domainSeparator({ domain }).slice(2))}`
}

function aave<path extends string>(path: path): string {
  return `@aave/core-v3/artifacts/contracts/${path}.sol/${path.split('/').at(-1)}.json`
}
