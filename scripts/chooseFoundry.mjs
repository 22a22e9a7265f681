// Finds anvil and forge on a machine without a build in the lock file (docs/decisions/local-world.md, 0062).
// Plain JavaScript without dependencies: it runs before anything is installed.

/** Foundry's name of its builds for a machine. */
export const platformName = (platform, arch) => `${platform}-${arch === 'x64' ? 'amd64' : arch}`

/**
 * The first that works, in this order: the platform's own package of the same version, shared by all clones; the PATH;
 * the amd64 Linux build under emulation. Says which it took, and why not an earlier one.
 *
 * @param {{ platform: string, arch: string, version: string }} machine
 * @param {{
 *   fetchNative(name: string): string | undefined,
 *   printedVersion(binary: string): string | undefined,
 *   onPath(): string | undefined,
 * }} hands `fetchNative` returns the binary of a package, or nothing if the registry has none.
 * @param {(line: string) => void} say
 * @returns {{ take: 'package' | 'path', binary: string } | { take: 'emulation' } | { take: 'nothing' }}
 */
export function chooseFoundry({ platform, arch, version }, { fetchNative, printedVersion, onPath }, say) {
  const name = platformName(platform, arch)
  const packaged = fetchNative(name)
  const printed = packaged && printedVersion(packaged)
  if (packaged && isVersion(printed, version)) {
    say(`anvil ${version} from the package @foundry-rs/anvil-${name}`)
    return { take: 'package', binary: packaged }
  }
  const why = packaged
    ? `the package for ${name} says "${printed ?? 'nothing'}" and not ${version}`
    : `the registry has no anvil ${version} for ${name}`
  const found = onPath()
  if (found) {
    const own = printedVersion(found)
    const note = isVersion(own, version) ? '' : `, which says "${own ?? 'nothing'}" where ${version} is tested`
    say(`${why}: anvil of the PATH, ${found}${note}`)
    return { take: 'path', binary: found }
  }
  if (platform === 'linux') {
    say(`${why}, and none is on the PATH: the amd64 build under emulation, which is slower`)
    return { take: 'emulation' }
  }
  say(`${why}, and none is on the PATH: install Foundry (https://getfoundry.sh) and run this again`)
  return { take: 'nothing' }
}

/** `anvil Version: 1.7.1-v1.7.1` is 1.7.1, and 1.7.10 is not. */
const isVersion = (printed, version) =>
  printed !== undefined && new RegExp(`(^|[^\\d.])${version.replaceAll('.', '\\.')}($|[^\\d.])`).test(printed)
