import { hanging } from './layout.ts'

/** Exit codes, stable for scripts. */
export const exits = {
  ok: { code: 0, about: 'done' },
  failed: { code: 1, about: 'something went wrong on this side' },
  usage: { code: 2, about: 'the command was not understood; nothing was done' },
  unreachable: { code: 3, about: 'the service, or a node that is needed, does not answer' },
  refused: { code: 4, about: 'the service refused the request; the error says why' },
  intentFailed: { code: 5, about: 'the intent failed; its receipt says where the money is' },
  untrusted: {
    code: 6,
    about: "what the service says did not pass the client's own checks; the message says what was signed or sent",
  },
  declined: { code: 7, about: 'the quote was not accepted; nothing was signed or sent' },
  pending: { code: 8, about: 'the intent has not ended in the time that was given; it goes on' },
} as const satisfies Record<string, { code: number; about: string }>

export type ExitName = keyof typeof exits

export function exitsHelp(): string[] {
  return Object.values(exits).flatMap(({ code, about }) => hanging(`  ${code}  `, about))
}
