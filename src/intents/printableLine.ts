/** What others wrote, cut to `charsMax` and on one line: characters that control, break or hide lines become spaces, lone surrogates a mark. */
export const printableLine = (text: string, charsMax: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, charsMax)
    .replace(/\p{Cs}/gu, '\ufffd')
