import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, type Socket } from 'node:net'

/** Real callers pass fewer proxies; a longer list is forged. */
const hopsMax = 32

/**
 * The address of a call's sender. `X-Forwarded-For` is trusted only as far as trusted proxies wrote it: from the right,
 * the first hop that is no trusted proxy is the caller. Anything left of it may be forged.
 */
export function callerAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: BlockList | undefined,
): string {
  let address = peerOf(socket)
  const forwarded = headers['x-forwarded-for']
  if (!trusted || forwarded === undefined) return address
  const hops = String(forwarded).split(',').slice(-hopsMax)
  while (isIn(trusted, address) && hops.length > 0) {
    const hop = plainAddress(hops.pop()!.trim())
    if (hop === undefined) return address
    address = hop
  }
  return address
}

/** Addresses by socket: a connection's peer does not change, so parse its address once and not at every call. */
const peers = new WeakMap<object, string>()

function peerOf(socket: Pick<Socket, 'remoteAddress'>): string {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const peer = plainAddress(socket.remoteAddress ?? '') ?? 'unknown'
  peers.set(socket, peer)
  return peer
}

export function isIn(ranges: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && ranges.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const withPort = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/i

/** Without port and zone; an IPv4-mapped IPv6 address as IPv4. Undefined if the text is no address. */
export function plainAddress(text: string): string | undefined {
  const bare = withPort.exec(text)
  const address = (bare?.[1] ?? bare?.[2] ?? text).split('%', 1)[0]!
  const inner = mapped.exec(address)?.[1] ?? address
  return isIP(inner) === 0 ? undefined : inner.toLowerCase()
}

/** The unit that limits count: one IPv4 address, or one IPv6 /64, which is what one customer gets. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutDots(address).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [read(head), read(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/** `64:ff9b::1.2.3.4` ends in an IPv4 address: two groups. */
function withoutDots(address: string): string {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  if (!dotted) return address
  const [a, b, c, d] = dotted.slice(1).map(Number) as [number, number, number, number]
  return address.slice(0, dotted.index) + [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':')
}
