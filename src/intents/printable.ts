/** What others wrote, as one line that every reader, every field and every store takes, of at most so many characters. */
export const printable = (text: string, charsMax: number): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, charsMax)
    .replace(/\p{Cs}/gu, '\ufffd')
