/** A rule that a run broke. `rule` is the name under which it is counted. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly rule: string

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`)
    this.rule = rule
  }
}
