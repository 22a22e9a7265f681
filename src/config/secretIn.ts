/** A secret as its file has it, which may begin with a mark of its encoding and end with a line end. */
export const secretIn = (text: string): string => withoutMark(text).replace(/\r?\n$/, '')

/** Without the byte order mark that some editors put before a text: JSON forbids it, and no password begins with one. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')
