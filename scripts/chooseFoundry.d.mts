export type Machine = { platform: string; arch: string; version: string }
export type Hands = {
  fetchNative(name: string): string | undefined
  printedVersion(binary: string): string | undefined
  onPath(): string | undefined
}
export type Chosen = { take: 'package' | 'path'; binary: string } | { take: 'emulation' } | { take: 'nothing' }

export declare const platformName: (platform: string, arch: string) => string
export declare function chooseFoundry(machine: Machine, hands: Hands, say: (line: string) => void): Chosen
