export function builtCopy(): Promise<string | undefined>
export function bundleSource(entry: string, outdir: string): Promise<void>
