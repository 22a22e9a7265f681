/** A key that could not be used. The message never holds any of it. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
}
