import { useState } from 'preact/hooks'
import type { SwitchesShape } from '../../interface/adminShapes.ts'
import { knownChains } from '../data/directory.ts'
import { callAdmin, type Wire } from '../data/wire.ts'
import { capital, count } from '../view/format.ts'
import { Card, SmallButton } from '../view/parts.tsx'
import { act } from './act.ts'

type Props = { switches: Wire<SwitchesShape>; moving: readonly { intentId: string; chainId: number }[]; again(): void }

/** Each switch with what turning it off does to the intents under way. Turning one off asks for confirmation. */
export function SwitchesCard({ switches, moving, again }: Props) {
  const underWay = (chainId?: number) =>
    new Set(moving.filter((fund) => chainId === undefined || fund.chainId === chainId).map(({ intentId }) => intentId))
      .size
  const paused = switches.chainsPaused ?? []
  const rows = [
    {
      key: 'intents',
      name: 'Take new intents',
      isOn: switches.intents !== false,
      off: `Off: quotes are refused. ${goOn(underWay())}`,
      turn: (isOn: boolean) => callAdmin('SetSwitches', { intents: isOn }),
    },
    ...knownChains.value.map(({ id, name }) => ({
      key: String(id),
      name: `Take new intents on ${name}`,
      isOn: !paused.includes(id),
      off: `Off: no new intent from or to ${name}. ${goOn(underWay(id))}`,
      turn: async (isOn: boolean) => {
        // Read anew: another operator may have paused a chain since this page was read.
        const { chainsPaused = [] } = (await callAdmin('GetSwitches', {})).switches
        const others = chainsPaused.filter((one) => one !== id)
        return callAdmin('SetSwitches', { chainsPaused: isOn ? others : [...others, id] })
      },
    })),
  ]
  return (
    <Card id="switches" title="Switches" note="act within a second, on every process">
      <div class="sw3">
        {rows.map(({ key, name, isOn, off, turn }) => (
          <Switch
            key={key}
            name={name}
            isOn={isOn}
            consequence={off}
            onTurn={() => act(() => turn(!isOn), `${name}: ${isOn ? 'off' : 'on'}`, again)}
          />
        ))}
      </div>
    </Card>
  )
}

const goOn = (intents: number): string =>
  intents === 0
    ? 'No intent is under way.'
    : `${capital(count(intents, 'intent'))} under way ${intents === 1 ? 'goes' : 'go'} on.`

type SwitchProps = { name: string; isOn: boolean; consequence: string; onTurn(): void }

function Switch({ name, isOn, consequence, onTurn }: SwitchProps) {
  const [asks, setAsks] = useState(false)
  const press = () => {
    if (isOn && !asks) return setAsks(true)
    setAsks(false)
    onTurn()
  }
  return (
    <div class="switch">
      <button type="button" class="knob" role="switch" aria-checked={isOn} aria-label={name} onClick={press} />
      <div>
        <strong>{name}</strong>
        <p class="small muted">{consequence}</p>
        {asks && (
          <p class="row">
            <button type="button" class="btn sm primary" onClick={press}>
              Switch off
            </button>
            <SmallButton onClick={() => setAsks(false)}>Leave it on</SmallButton>
          </p>
        )}
      </div>
    </div>
  )
}
