import { describeFailure } from '../data/wire.ts'
import { say } from '../view/toast.tsx'

/** Runs a change on the service, shows its result and reloads. */
export function act(doing: () => Promise<unknown>, done: string, again: () => void): void {
  doing()
    .then(
      () => say(done),
      (error: unknown) => say(describeFailure(error)),
    )
    .finally(again)
}

/** Asks for confirmation of an act that cannot be undone. */
export const isMeant = (question: string): boolean => window.confirm(question)
