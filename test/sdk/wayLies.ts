import type { DepositWay } from '../../src/interface/depositWay.ts'
import type { DepositWayName } from '../../src/interface/enums.ts'
import { island, tokens } from '../e2e/setup.ts'
import { type Lie, NoSuchField, thief } from './lieTable.ts'

type Text = {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** Lies about one way of paying: its fee, its nonce, its deadline, and each text that the owner would sign for it. */
export function wayLies(way: DepositWayName): Lie[] {
  const about = (name: string, lie: (one: DepositWay) => void): Lie => ({
    name: `${way}: ${name}`,
    lie: ({ depositWays = [] }) => {
      const one = depositWays.find((offered) => offered.way === way)
      if (!one) throw new NoSuchField(way)
      lie(one)
    },
  })
  const text = (name: string, at: number, edit: (text: Text) => void): Lie =>
    about(`text ${at}: ${name}`, ({ sign }) => {
      const signing = sign?.[at]
      if (!signing) throw new NoSuchField(`sign[${at}]`)
      const read = JSON.parse(signing.typedData) as Text
      edit(read)
      signing.typedData = JSON.stringify(read)
    })
  const message = (field: string, value: unknown) => (at: number) =>
    text(`${field} = ${value}`, at, ({ message: told }) => {
      if (told[field] === undefined) throw new NoSuchField(field)
      told[field] = value
    })
  const inTexts = [
    ...['owner', 'holder', 'from', 'user', 'spender', 'to', 'token', 'intentAddress', 'feeCollector'].map((field) =>
      message(field, thief),
    ),
    message('value', '999999999999'),
    message('amount', '999999999999'),
    message('feeAmount', '999999999'),
    message('deadline', '99999999999'),
    message('expiry', '0'),
    message('allowed', 'true'),
    message('validBefore', '99999999999'),
    message('validAfter', '99999999999'),
    message('nonce', `0x${'12'.repeat(32)}`),
    message('chainId', String(island)),
    (at: number) => text('another contract', at, ({ domain }) => Object.assign(domain, { verifyingContract: thief })),
    (at: number) => text('another chain', at, ({ domain }) => Object.assign(domain, { chainId: island })),
    (at: number) => text('another name', at, ({ domain }) => Object.assign(domain, { name: 'Ether' })),
    (at: number) => text('another type', at, (told) => Object.assign(told, { primaryType: 'Order' })),
    (at: number) => text('no fields', at, ({ types, primaryType }) => Object.assign(types, { [primaryType]: [] })),
  ]
  return [
    about('a large fee', ({ depositSignature: said }) =>
      Object.assign(said!.selectedGasFeeOption, { amount: 10n ** 20n }),
    ),
    about('a fee for a thief', ({ depositSignature: s }) =>
      Object.assign(s!.selectedGasFeeOption, { feeCollectorAddress: thief }),
    ),
    about('a fee although the project pays', (one) => {
      Object.assign(one, { sponsored: true })
      Object.assign(one.depositSignature!.selectedGasFeeOption, { amount: 1n })
    }),
    about('a fee in gold', ({ depositSignature: s }) =>
      Object.assign(s!.selectedGasFeeOption, { tokenAddress: tokens.wbtc }),
    ),
    about('another nonce', ({ depositSignature: said }) => Object.assign(said!, { userNonce: 7n })),
    about('never too late', ({ depositSignature: said }) => Object.assign(said!, { deadline: 99_999_999_999 })),
    about('another nonce of the token', ({ depositSignature: said }) => Object.assign(said!, { permitNonce: 77n })),
    about('a larger permit', ({ depositSignature: said }) => Object.assign(said!, { permitAmount: 2n ** 255n })),
    about('no terms at all', (one) => Object.assign(one, { depositSignature: undefined })),
    about('a text that is not JSON', ({ sign }) => Object.assign(sign![0]!, { typedData: '{' })),
    about('nothing to sign', (one) => Object.assign(one, { sign: [] })),
    about('one text less', ({ sign }) => void sign!.pop()),
    about('into another field', ({ sign }) => Object.assign(sign![0]!, { field: 'revocationSignature' })),
    about('approve a thief first', (one) => Object.assign(one, { approveAddress: thief })),
    about('it costs nothing', (one) => Object.assign(one, { costUsd: -1 })),
    ...inTexts.flatMap((lie) => [0, 1, 2].map(lie)),
  ]
}
