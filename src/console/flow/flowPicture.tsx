import { chainName, dollarsOf, tokenUnit } from '../data/directory.ts'
import { exact, shortAddress } from '../view/format.ts'
import type { Flow, FlowInput, FlowNode, FlowStream, Reason } from './flow.ts'
import { type Bar, type FlowCrossing, layoutFlow, type Picture, type Ribbon, size, type spans } from './layoutFlow.ts'
import { ribbonPath, threadPath } from './ribbonPath.ts'

/** Texts of the picture, except the amounts on its streams. */
export type FlowNames = {
  addressOf(node: FlowNode): string | undefined
  /** Second line under a name that has no address: the route of a pool. */
  noteOf(node: FlowNode): string | undefined
  nameOf(node: FlowNode): string
  bridge: { name: string; note: string }
  /** On the last dashed part: what is expected, or that it did not happen. */
  planned: string
  /** On the first part while nothing has moved: what is to be paid. */
  plannedFirst?: string
  /** The picture in a sentence, for screen readers. */
  about: string
}

export const amountText = ({
  chainId,
  tokenAddress,
  amount,
}: Pick<FlowStream, 'chainId' | 'tokenAddress' | 'amount'>): string => {
  const unit = tokenUnit(chainId, tokenAddress)
  return `${exact(amount, unit.decimals)} ${unit.symbol}`
}

type PictureProps = { flow: Flow; input: FlowInput; names: FlowNames; span?: keyof typeof spans }

export function FlowPicture({ flow, input, names, span }: PictureProps) {
  const worth = ({ chainId, tokenAddress, amount }: Pick<FlowStream, 'chainId' | 'tokenAddress' | 'amount'>) =>
    dollarsOf(chainId, tokenAddress, amount)
  const picture = layoutFlow(flow, input, worth, {
    span,
    labelChars: (stream) => labelOf(stream).length,
    ...(flow.streams.length === 0 && {
      plannedChars: { first: names.plannedFirst?.length ?? 0, last: names.planned.length },
    }),
  })
  const isOver = input.status === 'FAILED' || input.status === 'SUCCEEDED'
  return (
    <div class="flow">
      <svg class="wide" viewBox={`0 0 ${picture.width} ${picture.height}`} role="img" aria-label={names.about}>
        <Banks picture={picture} />
        {picture.ghosts.map(({ x0, x1, y, height }, index) => (
          <g key={x0}>
            <rect class="s-todo" x={x0} y={y + 0.5} width={Math.max(0, x1 - x0)} height={height - 1} />
            {plannedText(names, index, picture.ghosts.length) && (
              <Label
                text={plannedText(names, index, picture.ghosts.length)}
                x={(x0 + x1) / 2}
                y={y + height / 2 + 4}
                room={x1 - x0 - 8}
                isEnd={false}
                isQuiet
              />
            )}
          </g>
        ))}
        {picture.crossing && <Water crossing={picture.crossing} names={names} isOver={isOver} streams={flow.streams} />}
        {picture.ribbons.map((ribbon) => (
          <Band key={ribbon.stream.id} ribbon={ribbon} />
        ))}
        {picture.bars.map((bar) => (
          <Node key={bar.id} bar={bar} names={names} picture={picture} />
        ))}
      </svg>
      <Upright flow={flow} names={names} ahead={picture.ahead} />
    </div>
  )
}

const plannedText = ({ planned, plannedFirst = '' }: FlowNames, index: number, parts: number): string =>
  index === parts - 1 ? planned : index === 0 ? plannedFirst : ''

function Banks({ picture }: { picture: Picture }) {
  return (
    <>
      {picture.banks.map(({ chainId, x, width }) => (
        <g key={chainId}>
          <rect class="bank" x={x} y={0} width={width} height={picture.height} rx={10} />
          <rect class="badge-box" x={x + 14} y={13} width={18} height={18} rx={5} />
          <text class="t-badge" x={x + 23} y={26}>
            {chainName(chainId).charAt(0)}
          </text>
          <text class="t-bank" x={x + 40} y={26}>
            {chainName(chainId)} · {chainId}
          </text>
        </g>
      ))}
    </>
  )
}

type WaterProps = { crossing: FlowCrossing; names: FlowNames; isOver: boolean; streams: readonly FlowStream[] }

function Water({ crossing, names, isOver, streams }: WaterProps) {
  const { x0, x1, y } = crossing
  const middle = (x0 + x1) / 2
  const isHere = crossing.in > 0 && crossing.out === 0 && !isOver
  const tone = isHere ? 'move' : (streams.find(({ from, to }) => from === 'bridge' || to === 'bridge')?.tone ?? 'plain')
  const tip = isHere ? x1 - 26 : x1
  const out = crossing.out || crossing.in
  return (
    <g>
      <text class="t-name mid" x={middle} y={62}>
        {shorten(names.bridge.name, x1 - x0 - 8, 13)}
      </text>
      <text class="t-sub mid" x={middle} y={80}>
        {shorten(names.bridge.note, x1 - x0 - 8, 12)}
      </text>
      {crossing.in > 0 && (crossing.out > 0 || isHere) && (
        <path
          class={`s ${tone}${isHere ? ' on' : ''}`}
          d={`M${x0} ${y}L${tip} ${y}${isHere ? `L${x1 - 4} ${y + crossing.in / 2}` : ''}L${tip} ${y + out}L${x0} ${y + crossing.in}Z`}
        />
      )}
      {isHere && (
        <text class="t-amt mid" x={middle - 8} y={y + crossing.in / 2 + 4}>
          here now
        </text>
      )}
      {[0, 9].map((dy) => (
        <path
          key={dy}
          class="wave"
          d={`M${x0 + 16 + dy} ${y + 92 + dy}${Array.from({ length: 5 }, () => 'q5.5 -5 11 0t11 0').join('')}`}
        />
      ))}
    </g>
  )
}

const labelOf = (stream: FlowStream): string =>
  `${amountText(stream)}${sideWord(stream)}${stream.rows > 1 ? ` (${stream.rows} together)` : ''}`

function Band({ ribbon }: { ribbon: Ribbon }) {
  const { stream, isThread, label, thickness } = ribbon
  const isBelow = isThread && label.anchor === 'middle'
  return (
    <g>
      {isThread ? (
        <path
          class={stream.tone === 'fee' ? 's-fee' : `s-line l ${stream.tone}`}
          d={threadPath(ribbon)}
          stroke-width={Math.max(1.5, thickness)}
        />
      ) : (
        <path class={`s ${stream.tone}`} d={ribbonPath(ribbon)} />
      )}
      <Label
        text={labelOf(stream)}
        x={label.x}
        y={label.y + (isBelow ? 14 : 4)}
        room={label.room}
        isEnd={label.anchor === 'end'}
        isQuiet={stream.tone === 'fee'}
      />
    </g>
  )
}

const sideWord = ({ why, to, tone }: FlowStream): string => {
  if (to.startsWith('rest:')) return tone === 'move' ? ' here now' : ' rests here'
  return sideWords[why] ?? ''
}

const sideWords: Readonly<Partial<Record<Reason, string>>> = {
  fee: ' fee',
  relayFee: ' relaying',
  refund: ' back',
  leftover: ' left over',
  late: ' late',
  abort: ' taken out',
}

type LabelProps = { text: string; x: number; y: number; room: number; isEnd: boolean; isQuiet: boolean }

/** Allows 0.66 of the font size a character. A text that does not fit gets a smaller font, down to 8 px, uncut. */
function Label({ text, x, y, room, isEnd, isQuiet }: LabelProps) {
  const wanted = isQuiet ? 12 : 13
  const fontSize = Math.max(8, Math.min(wanted, room / (text.length * 0.66)))
  // At 8 px it may still be too long: compress it.
  const isPressed = text.length * fontSize * 0.66 > room && room > 0
  return (
    <text
      class={`${isQuiet ? 't-fee' : 't-amt'} ${isEnd ? 'end' : 'mid'}`}
      x={x}
      y={y}
      style={{ fontSize: `${fontSize.toFixed(1)}px` }}
      {...(isPressed && { textLength: room, lengthAdjust: 'spacingAndGlyphs' })}
    >
      {text}
    </text>
  )
}

const nameSize = 13

function Node({ bar, names, picture }: { bar: Bar; names: FlowNames; picture: Picture }) {
  const { node, x, y, height, isPlanned, isSide } = bar
  const address = names.addressOf(node)
  const note = address ? shortAddress(address) : (names.noteOf(node) ?? '')
  const bank = picture.banks.find(({ chainId }) => chainId === node.chainId) ?? picture.banks[0]!
  const isAtEnd = isSide || x > bank.x + bank.width - 90
  const anchor = isAtEnd ? 'end' : undefined
  // A name has room up to the next bar or the bank's end. One that does not fit gets a smaller font and is not cut.
  const beyond = picture.bars.filter((one) => !one.isSide && one.x > x && one.x < bank.x + bank.width)
  const room = (beyond.length > 0 ? Math.min(...beyond.map((one) => one.x)) : bank.x + bank.width) - x - 6
  const name = names.nameOf(node)
  const fontSize = isAtEnd ? nameSize : Math.max(9, Math.min(nameSize, room / (name.length * 0.66)))
  const tx = isAtEnd ? x + size.barWidth : x
  return (
    <g>
      <rect class={isPlanned ? 'node todo' : 'node'} x={x} y={y - 3} width={size.barWidth} height={height + 6} rx={2} />
      {isSide ? (
        <text class="t-fee end" x={tx} y={y + height + 19}>
          <tspan class="t-side">{names.nameOf(node)}</tspan> {note}
        </text>
      ) : (
        <>
          <text class={`t-name ${anchor ?? ''}`} x={tx} y={62} style={{ fontSize: `${fontSize.toFixed(1)}px` }}>
            {name}
          </text>
          <text class={`${address ? 't-mono' : 't-sub'} ${anchor ?? ''}`} x={tx} y={80}>
            {note}
          </text>
        </>
      )}
    </g>
  )
}

/** The picture from top to bottom, for narrow screens: each place, below it what left it; planned parts dashed. */
function Upright({ flow, names, ahead }: { flow: Flow; names: FlowNames; ahead: readonly FlowNode[] }) {
  const starts = flow.nodes.filter(({ id }) => flow.streams.some(({ from }) => from === id))
  return (
    <ol class="tall">
      {starts.map((node) => (
        <li key={node.id}>
          <Place node={node} names={names} />
          {flow.streams
            .filter(({ from }) => from === node.id)
            .map((stream) => {
              const target = flow.nodes.find(({ id }) => id === stream.to)!
              return (
                <div key={stream.id} class={`step ${stream.tone}`}>
                  {amountText(stream)}
                  {sideWord(stream)} → {target.kind === 'bridge' ? names.bridge.name : names.nameOf(target)}
                </div>
              )
            })}
        </li>
      ))}
      {ahead.map((node, index) => (
        <li key={node.id} class="ahead">
          <Place node={node} names={names} />
          {index < ahead.length - 1 && (
            <div class="step">
              {index === ahead.length - 2 ? names.planned : index === 0 ? names.plannedFirst : undefined}
              {isBeforeWater(node, ahead[index + 1]!) && (
                <span class="muted">
                  {names.bridge.name}, {names.bridge.note}
                </span>
              )}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

const isBeforeWater = (node: FlowNode, next: FlowNode): boolean => node.chainId !== next.chainId

function Place({ node, names }: { node: FlowNode; names: FlowNames }) {
  const address = names.addressOf(node)
  return (
    <div class="at">
      <b>{node.kind === 'bridge' ? names.bridge.name : names.nameOf(node)}</b>{' '}
      <span class="addr">{address ? shortAddress(address) : ''}</span>
      <span class="on">{node.kind === 'bridge' ? names.bridge.note : chainName(node.chainId)}</span>
    </div>
  )
}

const shorten = (text: string, room: number, fontSize: number): string => {
  const most = Math.floor(room / (fontSize * 0.55))
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`
}
