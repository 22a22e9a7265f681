/** Whether a page may use a key. `https://*.example.com` allows any one label in the place of the star. */
export function allowsOrigin(allowed: readonly string[], origin: string | undefined): boolean {
  if (allowed.length === 0) return true
  if (origin === undefined) return false
  const lowerCase = origin.toLowerCase()
  return allowed.some((rule) => matches(rule.toLowerCase(), lowerCase))
}

function matches(rule: string, origin: string): boolean {
  const [scheme, rest] = rule.split('://*.', 2)
  if (rest === undefined) return rule === origin
  const [start, end] = [`${scheme}://`, `.${rest}`]
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false
  return /^[a-z0-9_-]{1,63}$/.test(origin.slice(start.length, origin.length - end.length))
}
