// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
import { parseAbi } from 'viem'

export const intentUtilsAbi = parseAbi([
  'error BalanceTooLow(address token, uint256 minAmount, uint256 balance)',
  'function VERSION() view returns (string)',
  'function requireMinBalance(address token, uint256 minAmount) view',
])
