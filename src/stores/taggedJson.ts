/**
 * JSON for records that have no schema of their own: a bigint comes back as a bigint, whatever its size, and a number as a
 * number. Written as `{"$big":"123"}`.
 */
export function printTagged(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? { $big: member.toString() } : member,
  )
}

export function parseTagged(text: string): unknown {
  return text.includes('"$big"') ? JSON.parse(text, revive) : JSON.parse(text)
}

function revive(_: string, member: unknown): unknown {
  if (typeof member !== 'object' || member === null) return member
  const { $big } = member as { $big?: unknown }
  return typeof $big === 'string' ? BigInt($big) : member
}
