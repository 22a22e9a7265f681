import { dollarsOf, knownChains, nativeAddress } from '../data/directory.ts'
import { callAdmin } from '../data/wire.ts'
import { duration, usd } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Addr, Card, ChainBadge, Empty, Exact, Hash, numHead, SmallButton, Table } from '../view/parts.tsx'
import { act } from './act.ts'

export type SignerFacts = Awaited<ReturnType<typeof callAdmin<'GetSigners'>>>['signers'][number]

const yearHours = 365 * 24
/** The gauge is full at five days of gas, ochre below a day, red below six hours. */
const [fullHours, lowHours, actHours] = [120, 24, 6]
/** A transaction unmined for longer than this counts as stuck: later nonces of its signer wait behind it. */
const slowMs = 10_000

export const isLow = ({ hoursLeft }: SignerFacts): boolean => hoursLeft !== undefined && hoursLeft < lowHours
const isSlow = ({ since, mined }: SignerFacts['open'][number]): boolean =>
  !mined && nowMs.value - Date.parse(since) > slowMs
export const slowOf = ({ open }: SignerFacts) => open.filter(isSlow)

/** The service's signers: how long their gas lasts, and which of their transactions are not final. */
export function Signers({ signers, again }: { signers: readonly SignerFacts[]; again(): void }) {
  return (
    <Card id="signers" title="Signers" note="hours at the pace of the last six">
      {signers.length === 0 ? (
        <Empty title="None">
          <p>No process that sends has worked in the last day.</p>
        </Empty>
      ) : (
        <Table
          label="Rows of signers"
          heads={['Chain', 'Signer', numHead('Balance'), 'Lasts', numHead('Next nonce'), 'Not final']}
        >
          {signers.map((signer) => (
            <Row key={signer.chainId + signer.address} signer={signer} again={again} />
          ))}
        </Table>
      )}
    </Card>
  )
}

function Row({ signer, again }: { signer: SignerFacts; again(): void }) {
  const { chainId, address, balance, hoursLeft, nextNonce, open, held } = signer
  return (
    <tr>
      <td>
        <ChainBadge id={chainId} />
      </td>
      <td>
        <Addr address={address} copy="the signer’s address" />
        {!held && <div class="tiny c-back">no process holds it</div>}
      </td>
      <td class="num">
        {balance === undefined ? (
          <span class="faint">no answer</span>
        ) : (
          <>
            <Exact chainId={chainId} token={nativeAddress} amount={BigInt(balance)} />
            <div class="tiny">{usd(dollarsOf(chainId, nativeAddress, BigInt(balance)))}</div>
          </>
        )}
      </td>
      <td>
        <Gauge hours={hoursLeft} />
      </td>
      <td class="num">{nextNonce}</td>
      <td>
        {open.length === 0 ? (
          <span class="faint">nothing</span>
        ) : (
          open.map((one) => <Open key={one.nonce} signer={signer} open={one} again={again} />)
        )}
      </td>
    </tr>
  )
}

function Gauge({ hours }: { hours: number | undefined }) {
  if (hours === undefined) return <span class="faint">nothing is spent</span>
  const tone = hours < actHours ? 'act' : hours < lowHours ? 'back' : 'ink'
  return (
    <span class="lasts">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="rail" width="100" height="6" rx="3" />
        <rect class={tone} width={Math.max(2, Math.min(100, (hours / fullHours) * 100))} height="6" rx="3" />
      </svg>
      <span class={tone === 'ink' ? '' : `c-${tone}`}>
        {hours > yearHours ? 'over a year' : duration(hours * 3_600_000)}
      </span>
    </span>
  )
}

const often: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' }

function Open({ signer, open, again }: { signer: SignerFacts; open: SignerFacts['open'][number]; again(): void }) {
  const ask = (cancel: boolean) =>
    act(
      () =>
        callAdmin('ReplaceTransaction', {
          chainId: signer.chainId,
          signer: signer.address,
          nonce: open.nonce,
          cancel,
        }),
      cancel ? 'A cancellation goes out' : 'A higher fee goes out',
      again,
    )
  const waits = isSlow(open)
  const name = knownChains.value.find(({ id }) => id === signer.chainId)?.name ?? signer.chainId
  return (
    <div class="row wrap-row">
      <span class={waits ? 'c-back' : 'muted'}>
        nonce {open.nonce}, {open.mined ? 'in a block' : open.state}, {duration(nowMs.value - Date.parse(open.since))}
        {open.replacements > 0 && `, replaced ${often[open.replacements] ?? `${open.replacements} times`}`}
      </span>
      <Hash hash={open.hash} />
      {waits && (
        <>
          <SmallButton aria-label={`Replace nonce ${open.nonce} on ${name}`} onClick={() => ask(false)}>
            Replace
          </SmallButton>
          <SmallButton aria-label={`Cancel nonce ${open.nonce} on ${name}`} onClick={() => ask(true)}>
            Cancel
          </SmallButton>
        </>
      )}
    </div>
  )
}
