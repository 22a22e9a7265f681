/** A key could not be used. The message never contains any part of the key. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
}
