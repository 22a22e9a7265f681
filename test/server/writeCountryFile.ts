import { writeFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'

/**
 * Writes a small MaxMind DB 2.0 file (https://maxmind.github.io/MaxMind-DB/): a binary tree over the bits of IPv6
 * addresses whose leaves point to records, the records, and the metadata. No npm package writes it.
 */
export function writeCountryFile(file: string, ranges: Record<string, object>, databaseType = 'Test-Country'): void {
  const root: Node = [undefined, undefined]
  const data: Buffer[] = []
  let dataBytes = 0
  for (const [range, record] of Object.entries(ranges)) {
    addRange(root, bitsOf(range), dataBytes)
    const bytes = encode(record)
    data.push(bytes)
    dataBytes += bytes.length
  }
  const nodes = nodesBelow(root)
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: databaseType,
    description: { en: 'made for a test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 32,
  }
  writeFileSync(
    file,
    Buffer.concat([
      treeOf(nodes),
      Buffer.alloc(separatorBytes),
      ...data,
      Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
      encode(metadata),
    ]),
  )
}

const separatorBytes = 16

/** A branch is a node, the offset of a record, or nothing. */
type Branch = Node | number | undefined
type Node = [zero: Branch, one: Branch]

function addRange(root: Node, bits: readonly (0 | 1)[], dataOffset: number): void {
  let node = root
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit]
    if (typeof next === 'number') throw new Error('ranges must not overlap')
    const branch: Node = next ?? [undefined, undefined]
    node[bit] = branch
    node = branch
  }
  node[bits.at(-1)!] = dataOffset
}

/** IPv4 addresses are the IPv6 addresses that begin with 96 zeros. */
function bitsOf(range: string): (0 | 1)[] {
  const [address = '', length] = range.split('/')
  const four = isIPv4(address)
  const bytes = four ? [...Array<number>(12).fill(0), ...address.split('.').map(Number)] : bytesOf6(address)
  const bits = bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at): 0 | 1 => ((byte >> at) & 1 ? 1 : 0)))
  return bits.slice(0, (four ? 96 : 0) + Number(length))
}

function bytesOf6(address: string): number[] {
  const [head = '', tail = ''] = address.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [read(head), read(tail)]
  const groups = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
  return groups.flatMap((group) => [group >> 8, group & 0xff])
}

function nodesBelow(root: Node): Node[] {
  const nodes = [root]
  for (const node of nodes) for (const branch of node) if (Array.isArray(branch)) nodes.push(branch)
  return nodes
}

function treeOf(nodes: Node[]): Buffer {
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const tree = Buffer.alloc(nodes.length * 8)
  for (const [number, node] of nodes.entries()) {
    for (const side of [0, 1] as const) {
      const branch = node[side]
      const value =
        branch === undefined
          ? nodes.length
          : typeof branch === 'number'
            ? nodes.length + separatorBytes + branch
            : numbers.get(branch)!
      tree.writeUInt32BE(value, number * 8 + side * 4)
    }
  }
  return tree
}

const types = { string: 2, map: 7, uint32: 6, array: 11 } as const

function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([control('string', Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control('uint32', 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control('array', value.length), ...value.map(encode)])
  const entries = Object.entries(value as object)
  return Buffer.concat([control('map', entries.length), ...entries.flat().map(encode)])
}

/** One byte of type and size; types above 7 have a second one. */
function control(kind: keyof typeof types, size: number): Buffer {
  const type = types[kind]
  if (size > 28) throw new Error('this writer knows short values alone')
  return Buffer.from(type > 7 ? [size, type - 7] : [(type << 5) | size])
}
