import type { ExitName } from './exits.ts'

/** What a command throws: what happened, what to do about it, and the exit code that says so. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: ExitName
  readonly remedy: string | undefined

  constructor(exit: ExitName, message: string, remedy?: string) {
    super(message)
    this.exit = exit
    this.remedy = remedy
  }
}

export const usageError = (message: string, remedy?: string): CliError => new CliError('usage', message, remedy)
