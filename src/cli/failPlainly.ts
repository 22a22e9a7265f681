/** Says what went wrong in one sentence and ends with a code; the stack is for whoever sets CAUSEWAY_LOG_LEVEL=debug. */
export async function failPlainly(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const debug = /^(debug|trace)$/.test(process.env.CAUSEWAY_LOG_LEVEL ?? '')
    console.error(`causeway: ${error instanceof Error ? (debug ? error.stack : error.message) : String(error)}`)
    process.exitCode = 1
  }
}
