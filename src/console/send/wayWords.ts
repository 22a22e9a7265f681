import type { ChosenDeposit } from '../../sdk/chosenDeposit.ts'

/** The name of each deposit way, and what it asks of the wallet. */
export const wayWords: Readonly<Record<ChosenDeposit['way'], { name: string; asks: string }>> = {
  transfer: { name: 'a transfer', asks: 'One transaction from your wallet.' },
  calls: { name: 'one batch of the wallet', asks: 'One batch of your wallet: it approves and pays at once.' },
  allowance: { name: 'an allowance that stands', asks: 'One signature, no gas from your wallet.' },
  permit: { name: 'a permit, EIP-2612', asks: 'Two signatures, no gas from your wallet.' },
  daiPermit: { name: 'a permit of DAI', asks: 'Three signatures, no gas from your wallet.' },
  receiveWithAuthorization: { name: 'an authorization, EIP-3009', asks: 'One signature, no gas from your wallet.' },
  permit2: { name: 'Permit2', asks: 'One signature, no gas from your wallet.' },
  permit2Allowance: { name: 'an allowance at Permit2', asks: 'One signature, no gas from your wallet.' },
}
