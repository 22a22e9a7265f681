import { useState } from 'preact/hooks'
import { Copy } from '../view/parts.tsx'

export type Sample = { name: string; text: string }

/** Everything that is shown can be had as data: the same from a shell, from a program, and as it came. */
export function CodeCard({ title, samples, id }: { title: string; samples: readonly Sample[]; id: string }) {
  const [at, setAt] = useState(0)
  const { text, name } = samples[at] ?? samples[0]!
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <div class="tabs end" role="tablist" aria-label={title}>
          {samples.map((sample, index) => (
            <button
              key={sample.name}
              type="button"
              role="tab"
              aria-selected={index === at}
              onClick={() => setAt(index)}
            >
              {sample.name}
            </button>
          ))}
        </div>
        <Copy text={text} what={`the ${name}`} />
      </header>
      <div class="body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </div>
    </section>
  )
}

/** A request as a shell sends it. */
export function curlOf(url: string, body: unknown, needsKey: boolean): string {
  const json = JSON.stringify(body, (_name, value) => (typeof value === 'bigint' ? value.toString() : value))
  const key = needsKey ? ' -H "x-access-key: $ACCESS_KEY"' : ''
  return `curl ${url} -H 'content-type: application/json'${key} \\\n  -d '${json.replaceAll("'", "'\\''")}'`
}
