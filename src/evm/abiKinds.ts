import type { AbiParameter } from 'viem'

/** One value for each kind of ABI type, such as its encoder. */
export type AbiKinds<T> = {
  address: T
  bool: T
  bytes: T
  fixedBytes(size: number): T
  integer(isSigned: boolean, bits: number): T
  listOf(item: T): T
  tupleOf(components: readonly AbiParameter[]): T
}

/** Makes the value once for each ABI type. Throws for other types, such as strings and arrays of fixed length. */
export function createAbiKinds<T>(kinds: AbiKinds<T>): (param: AbiParameter) => T {
  const made = new WeakMap<AbiParameter, T>()
  const plain = new Map<string, T>()
  const of = (param: AbiParameter): T => {
    const isPlain = !('components' in param)
    const known = isPlain ? plain.get(param.type) : made.get(param)
    if (known) return known
    const one = make(param)
    if (isPlain) plain.set(param.type, one)
    else made.set(param, one)
    return one
  }
  const make = (param: AbiParameter): T => {
    const { type } = param
    if (type.endsWith('[]')) return kinds.listOf(of({ ...param, type: type.slice(0, -2) } as AbiParameter))
    if (type === 'tuple' && 'components' in param) return kinds.tupleOf(param.components)
    if (type === 'address' || type === 'bool' || type === 'bytes') return kinds[type]
    const [, kind, size] = /^(uint|int|bytes)(\d+)$/.exec(type) ?? []
    if (!kind) throw new TypeError(`${type} is of no kind here`)
    return kind === 'bytes' ? kinds.fixedBytes(Number(size)) : kinds.integer(kind === 'int', Number(size))
  }
  return of
}
