// Progress of long work, on stderr: one changing line on a terminal, separate lines elsewhere.
const everyMs = 200

export function createProgress() {
  const isTerminal = process.stderr.isTTY
  const startedMs = Date.now()
  let line = ''
  let timer
  const draw = () => {
    const text = `causeway: ${line} · ${Math.round((Date.now() - startedMs) / 1000)} s`
    process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`)
  }
  return {
    say: (text) => {
      line = text
      if (!isTerminal) return console.error(`causeway: ${text}`)
      timer ??= setInterval(draw, everyMs)
      draw()
    },
    end: () => {
      clearInterval(timer)
      if (timer) process.stderr.write('\r\x1b[K')
      timer = undefined
    },
  }
}
