import type { z } from 'zod'
import { depositSenders, depositWayNames, signatureFields } from './enums.ts'
import { address, bool, choice, float, list, shape, text } from './fields.ts'
import { unsignedDeposit } from './receiptShapes.ts'

const typedDataCharsMax = 8 * 1024

const signing = shape('Signing', 'One signature that the owner gives.', {
  field: choice(signatureFields).describe('Where the signature goes in depositSignature'),
  typedData: text(typedDataCharsMax).describe('JSON text for eth_signTypedData_v4'),
})

export const depositWay = shape('DepositWay', 'One way for the owner to make the deposit.', {
  way: choice(depositWayNames).describe('How'),
  sentBy: choice(depositSenders).describe('Who sends the transaction'),
  costUsd: float().describe('What it costs the owner beside the deposit: gas, or the fee for relaying; dollars'),
  sponsored: bool()
    .optional()
    .describe('True: the project pays for relaying, within its budget; the fee that is signed is 0'),
  approveAddress: address()
    .optional()
    .describe('Has to be approved for deposit and fee by a transaction of the owner first; its gas is in costUsd'),
  sign: list(signing, signatureFields.length).optional().describe('What the owner signs, in this order'),
  depositSignature: unsignedDeposit
    .optional()
    .describe('Goes to ExecuteIntent as depositSignature, with the signatures added'),
})

export type DepositWay = z.output<typeof depositWay>
