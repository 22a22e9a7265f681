import type { OutboxItem } from '../../stores/store.ts'
import { callOf, type Lane, newestOf, type SenderContext, unmined } from './lane.ts'

/** Groups items that may share a transaction, up to the bounds; the others stay alone. Oldest first. */
export function groupItems(
  items: readonly OutboxItem[],
  { bundler, sendUnbundled, settings }: Pick<SenderContext, 'bundler' | 'sendUnbundled' | 'settings'>,
): OutboxItem[][] {
  const groups: OutboxItem[][] = []
  const open: { group: OutboxItem[]; gas: bigint }[] = []
  for (const item of items) {
    if (!bundler?.canShare(item) || sendUnbundled.has(item.id)) {
      groups.push([item])
      continue
    }
    const joined = open.find(
      ({ group, gas }) =>
        group.length < settings.bundleItemsMax &&
        gas + item.gasLimit <= settings.bundleGasMax &&
        group.every((other) => bundler.neighbours?.mayShare(other.data, item.data) !== false),
    )
    if (joined) {
      joined.group.push(item)
      joined.gas += item.gasLimit
      continue
    }
    open.push({ group: [item], gas: item.gasLimit })
    groups.push(open.at(-1)!.group)
  }
  return groups
}

/** A lane's transactions may be adjacent in a block, so a new one must fit all that are unmined or loaded there. */
export function mayFollow(
  lane: Lane,
  loaded: readonly OutboxItem[][],
  group: readonly OutboxItem[],
  { bundler }: SenderContext,
): boolean {
  const neighbours = bundler?.neighbours
  if (!neighbours) return true
  const before = [...unmined(lane).map((slot) => callOf(newestOf(slot)).data), ...loaded.flat().map(({ data }) => data)]
  return before.every((data) => group.every((item) => neighbours.mayFollow(data, item.data)))
}

export function asCall(group: OutboxItem[], { bundler }: SenderContext) {
  const only = group.length === 1 ? group[0] : undefined
  const { to, data, value, gasLimit } = only ?? bundler!.bundle(group)
  return { to, data, value, gas: gasLimit }
}
