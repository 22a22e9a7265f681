/**
 * A copy of the text in its own memory. A substring is a view that keeps the whole alive: one cached address would keep
 * its request body, up to a megabyte.
 */
export const ownText = <T extends string>(text: T): T => ` ${text}`.slice(1) as T
