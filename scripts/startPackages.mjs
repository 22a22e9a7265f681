// The part of the lock that a start needs. Without development packages npm could not build the pages, and the local
// chains' contracts bring 240 packages that no start reads. So npm gets a manifest and a lock cut from the clone's.
// Plain JavaScript without dependencies: it runs before anything is installed.

/** Development packages that build the pages of the console. */
const forPages = ['@preact/signals', 'preact', 'vite']

/**
 * A manifest and a lock for `npm ci`. The part `service` is for the service, its pages and the nodes; `contracts` is
 * for building the local chains: packages without their dependencies, because only their compiled contracts are read.
 */
export function startPackages({ manifest, devnet, lock: { packages, lockfileVersion }, parts }) {
  const has = (part) => parts.includes(part)
  const ours = has('service') ? { ...manifest.dependencies, ...pick(manifest.devDependencies, forPages) } : {}
  const nodes = has('service') ? devnet.optionalDependencies : {}
  const contracts = has('contracts') ? devnet.devDependencies : {}
  const { name, version, overrides } = manifest
  const root = { name, version, dependencies: { ...ours, ...contracts }, optionalDependencies: nodes, overrides }
  const needed = neededBelow(packages, '', Object.keys({ ...ours, ...nodes })).map((path) => [path, packages[path]])
  const read = Object.keys(contracts).map((one) => [`node_modules/${one}`, leaf(packages[`node_modules/${one}`])])
  const lock = { name, version, lockfileVersion, requires: true }
  return { manifest: root, lock: { ...lock, packages: Object.fromEntries([['', root], ...read, ...needed]) } }
}

/** The paths of all packages needed by the one at `start`, by Node's resolution. */
export function neededBelow(packages, start, names = neededBy(packages[start])) {
  const seen = new Set()
  const queue = names.map((name) => ({ from: start, name }))
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const path = resolveFrom(packages, next.from, next.name)
    if (path === undefined || seen.has(path)) continue
    seen.add(path)
    queue.push(...neededBy(packages[path]).map((name) => ({ from: path, name })))
  }
  return [...seen]
}

/** npm installs a required peer like any other dependency. */
function neededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Looks beside the package, then in each folder above it. Another platform's package may be absent. */
function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path] && !folder.endsWith('node_modules')) return path
    if (folder === '') return undefined
  }
}

const leaf = ({ name, version, resolved, integrity, license }) => ({ name, version, resolved, integrity, license })
const pick = (all, names) => Object.fromEntries(names.map((name) => [name, all[name]]))
