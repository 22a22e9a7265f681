/**
 * The same text in memory of its own. A part of a text is otherwise a view that keeps the whole alive: one address that is remembered would
 * keep the body that it came in, up to a megabyte.
 */
export const ownText = <T extends string>(text: T): T => ` ${text}`.slice(1) as T
