import type { OutboxItem } from '../../stores/store.ts'
import type { SenderContext } from './lane.ts'

/** Items that may share a transaction, in groups as large as the bounds allow; the others one by one; oldest first. */
export function groupItems(
  items: readonly OutboxItem[],
  { bundler, sendUnbundled, settings }: Pick<SenderContext, 'bundler' | 'sendUnbundled' | 'settings'>,
): OutboxItem[][] {
  const groups: OutboxItem[][] = []
  let open: { group: OutboxItem[]; gas: bigint } | undefined
  for (const item of items) {
    if (!bundler?.canShare(item) || sendUnbundled.has(item.id)) {
      groups.push([item])
      continue
    }
    const fits =
      open && open.group.length < settings.bundleItemsMax && open.gas + item.gasLimit <= settings.bundleGasMax
    if (open && fits) {
      open.group.push(item)
      open.gas += item.gasLimit
      continue
    }
    open = { group: [item], gas: item.gasLimit }
    groups.push(open.group)
  }
  return groups
}

export function asCall(group: OutboxItem[], { bundler }: SenderContext) {
  const only = group.length === 1 ? group[0] : undefined
  const { to, data, value, gasLimit } = only ?? bundler!.bundle(group)
  return { to, data, value, gas: gasLimit }
}
