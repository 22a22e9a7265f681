// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
import { parseAbi } from 'viem'

export const intentRouterShimAbi = parseAbi([
  'struct Step { address target; uint256 value; address token; address spender; uint256 amount; uint256[] offsets; bytes data; }',
  'struct Output { address token; uint256 minAmount; }',
  'constructor(address router)',
  'error DelegateCallOnly()',
  'error NoRouter(address router)',
  'error TokenCallFailed(address token, bytes reason)',
  'event NativeSent(address indexed to, uint256 amount)',
  'function ROUTER() view returns (address)',
  'function VERSION() view returns (string)',
  'function run(address token, uint256 amount, Step[], Output[])',
])
