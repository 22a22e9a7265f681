/** Foreign text on one line of `charsMax`: control, format and line characters become spaces, lone surrogates `�`. */
export const printableLine = (text: string, charsMax: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, charsMax)
    .replace(/\p{Cs}/gu, '\ufffd')
