/** A secret from a file's text, without a byte order mark and a final line break. */
export const secretIn = (text: string): string => withoutMark(text).replace(/\r?\n$/, '')

/** Removes the byte order mark that some editors write: JSON forbids it, and no password begins with one. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')
