import { useState } from 'preact/hooks'
import { Copy } from '../view/parts.tsx'

export type Sample = { name: string; text: string }

/** Samples in tabs: how to get the page's data from a shell or a program. */
export function CodeCard({ title, samples, id, first }: CodeCardProps) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      samples.findIndex(({ name }) => name === first),
    ),
  )
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

type CodeCardProps = {
  title: string
  samples: readonly Sample[]
  id: string
  /** The name of the sample that is open at first; by default the first one's. */
  first?: string
}

/** Samples name the key's variable, never its value: they are copied into chats and tickets. */
export const keyHeader = (needsKey: boolean): string => (needsKey ? ' -H "x-access-key: $ACCESS_KEY"' : '')

export const clientText = (url: string, needsKey: boolean): string =>
  `const client = createClient({ url: '${url}'${needsKey ? ', accessKey: process.env.ACCESS_KEY' : ''} })`

export function curlOf(url: string, body: unknown, needsKey: boolean): string {
  const json = JSON.stringify(body, (_name, value) => (typeof value === 'bigint' ? value.toString() : value))
  return `curl ${url} -H 'content-type: application/json'${keyHeader(needsKey)} \\\n  -d '${json.replaceAll("'", "'\\''")}'`
}
