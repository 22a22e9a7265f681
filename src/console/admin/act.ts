import { sayError } from '../data/wire.ts'
import { say } from '../view/toast.tsx'

/** Does something that changes the service, says what came of it, then reads again. */
export function act(doing: () => Promise<unknown>, done: string, again: () => void): void {
  doing()
    .then(
      () => say(done),
      (error: unknown) => say(sayError(error)),
    )
    .finally(again)
}

/** Whether a person really means what cannot be taken back. */
export const isMeant = (question: string): boolean => window.confirm(question)
