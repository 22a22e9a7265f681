// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
import { parseAbi } from 'viem'

export const intentWalletFactoryAbi = parseAbi([
  'struct Config { address owner; address refundReceiver; address executor; uint64 openAt; uint64 refundAt; uint256 salt; bytes32[] batches; }',
  'error DeployFailed(address implementation, bytes32 imageHash)',
  'error TooEarly(uint256 opensAt, uint256 nowAt)',
  'event Deployed(address indexed wallet, address indexed implementation, bytes32 indexed imageHash)',
  'function VERSION() view returns (string)',
  'function addressOf(address implementation, bytes32 imageHash) view returns (address)',
  'function deploy(address implementation, Config config) returns (address wallet)',
])
