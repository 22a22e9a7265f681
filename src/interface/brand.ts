import { eachObject, inspectObject } from './inspect.ts'
import { operationNames, operations } from './operations.ts'
import { asSpecified } from './printer.ts'

/**
 * The names of a deployment: the path segment of its service, the prefix of field names, the prefix of wallet contract
 * names. Schemas use the specification's placeholders; only encoding and decoding at the HTTP edge rename them.
 */
export type Brand = { service: string; field: string; wallet: string }

export const defaultBrand: Brand = { service: 'Svc', field: 'svc', wallet: 'svcWallet' }

export type BrandCodec = {
  brand: Brand
  path(operation: string): string
  adminPath(operation: string): string
  toWire<T>(value: T): T
  fromWire<T>(value: T): T
  /** Renames field names inside a sentence, such as the path in the cause of an error. */
  toWireText(text: string): string
}

const nameForm = /^[a-z][A-Za-z0-9]{0,31}$/
const serviceForm = /^[A-Za-z][A-Za-z0-9]{0,31}$/

export function brandCodec(brand: Brand): BrandCodec {
  const { service, field, wallet } = brand
  if (!serviceForm.test(service)) throw new Error('brand.service must be a letter and up to 31 letters or digits')
  if (!nameForm.test(field)) throw new Error('brand.field must be a lower-case letter and up to 31 letters or digits')
  if (!nameForm.test(wallet)) throw new Error('brand.wallet must be a lower-case letter and up to 31 letters or digits')
  const paths = {
    brand,
    path: (operation: string) => `/rpc/${service}/${wireName(operation, brand)}`,
    adminPath: (operation: string) => `/rpc/${service}Admin/${operation}`,
  }
  const isSpecified = field === defaultBrand.field && wallet === defaultBrand.wallet
  if (isSpecified) return { ...paths, toWire: asSpecified, fromWire: asSpecified, toWireText: asSpecified }

  const renamed = renamedFields(brand)
  // A renaming that swaps the two names is its own inverse, and it makes the placeholder an unknown field on the wire.
  const swap = new Map(renamed)
  for (const [name, wire] of renamed) swap.set(wire, name)
  const rename = <T>(value: T): T => renameMembers(value, swap) as T
  const words = new RegExp(`\\b(?:${[...renamed.keys()].join('|')})\\b`, 'g')
  const toWireText = (text: string) => text.replace(words, (name) => renamed.get(name) ?? name)
  return { ...paths, toWire: rename, fromWire: rename, toWireText }
}

/** Schema name → name on the wire, for the fields whose name changes. */
function renamedFields(brand: Brand): Map<string, string> {
  const names = schemaNames()
  const renamed = new Map<string, string>()
  for (const name of names) {
    const wire = wireName(name, brand)
    if (wire !== name) renamed.set(name, wire)
  }
  const taken = new Set(names)
  for (const [name, wire] of renamed) {
    if (taken.has(wire)) throw new Error(`brand: "${name}" would become "${wire}", which is another field`)
    taken.add(wire)
  }
  return renamed
}

/** `svcWalletFactoryAddress`, `svcFee`, `quoteProviderWithSvcFee` */
export function wireName(name: string, { field, wallet }: Brand): string {
  if (name.startsWith(defaultBrand.wallet)) return wallet + name.slice(defaultBrand.wallet.length)
  if (/^svc(?=[A-Z])/.test(name)) return field + name.slice(defaultBrand.field.length)
  return name.replace(/Svc(?=[A-Z]|$)/, `${field[0]!.toUpperCase()}${field.slice(1)}`)
}

function schemaNames(): Set<string> {
  const names = new Set<string>()
  for (const operation of operationNames) {
    for (const schema of [operations[operation].request, operations[operation].response]) {
      eachObject(inspectObject(schema), (object) => {
        for (const field of object.fields) names.add(field.name)
      })
    }
  }
  return names
}

function renameMembers(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, names))
  // fromEntries defines members instead of assigning them, so a member called __proto__ stays a member
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [names.get(name) ?? name, renameMembers(member, names)]),
  )
}
