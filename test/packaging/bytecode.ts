import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { permit2Runtime, publishedNames, readPublishedArtifact } from '../../src/devnet/packages.ts'

const artifacts = join(import.meta.dirname, '../../src/devnet/artifacts')
/** Hex digits of a sample: 100 bytes are more than what a compiler repeats from contract to contract. */
const sampleLength = 200

/** Samples of every contract that others publish and the devnet deploys, read from the installed packages. */
export const publishedBytecode = (): string[] =>
  [...publishedNames.map((name) => readPublishedArtifact(name).bytecode), permit2Runtime()].flatMap(samplesOf)

/** Samples of our own stand-ins, read from src/devnet/artifacts. */
export const devnetBytecode = (): string[] =>
  readdirSync(artifacts).flatMap((file) => {
    const codes = readFileSync(join(artifacts, file), 'utf8').match(/0x[0-9a-f]{400,}/g) ?? []
    return codes.flatMap(samplesOf)
  })

/** Throughout the code, where neither padding, a mask nor the place of a library is. */
function samplesOf(bytecode: string): string[] {
  const code = bytecode.replace(/^0x/, '')
  const samples = Array.from({ length: 20 }, (_, at) => code.slice(Math.floor((code.length * at) / 20)))
    .map((rest) => rest.slice(0, sampleLength))
    .filter((sample) => /^[0-9a-f]+$/.test(sample) && sample.length === sampleLength && !/0{24}|f{24}/.test(sample))
  if (samples.length === 0) throw new Error(`no sample of the code that begins with ${bytecode.slice(0, 60)}`)
  return samples
}

/** Those samples that one of the files holds. */
export function holdsAny(files: Iterable<string>, samples: readonly string[]): string[] {
  const texts = [...files]
  return samples.filter((sample) => texts.some((text) => text.includes(sample)))
}
