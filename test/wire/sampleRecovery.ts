import { encodeBatch, recoveryBatch, recoveryHash, recoveryTypedData } from '../../src/intents/recovery.ts'
import type { Response } from '../../src/interface/operations.ts'
import { intentId, native, originAddress, owner, usdc, weth } from './sampleIntent.ts'

const batch = recoveryBatch({ chainId: 1, router: weth, receiver: owner, tokens: [usdc, native], space: 81_985_529n })
const payloadHash = recoveryHash(batch, originAddress)
const payload = {
  kind: 'intent_batch',
  encoding: 'hex',
  encoded: encodeBatch(batch),
  intentAddress: originAddress,
  chainId: 1,
} as const

export const samplePrepared: Response<'PrepareIntentRecovery'> = {
  intentId,
  intentProtocol: 'v1',
  intentAddress: originAddress,
  chainId: 1,
  intentSource: 'origin',
  recoveryTokens: [
    { chainId: 1, tokenAddress: usdc, symbol: 'USDC', decimals: 6, amount: 200_000_000n },
    { chainId: 1, tokenAddress: native, amount: 12_345_678_901_234_567_890n },
  ],
  payload,
  typedData: recoveryTypedData(batch, originAddress),
  payloadHash,
}

export const sampleBuilt: Response<'BuildIntentRecoveryTransaction'> = {
  to: originAddress,
  data: '0xa9059cbb',
  value: 0n,
  chainId: 1,
  intentAddress: originAddress,
  requiresDeploy: true,
  payloadHash,
}

export const prepareRequest = `{"intentId":"${intentId}","intentAddress":"${originAddress.toLowerCase()}","refundToAddress":"${owner}","tokenAddress":"${usdc}"}`
export const buildRequest = `{"intentId":"${intentId}","payload":${JSON.stringify(payload)},"signature":"0x5a5A","intentAddress":"${originAddress}","refundToAddress":"${owner}"}`
