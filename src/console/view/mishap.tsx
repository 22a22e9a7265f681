import type { ComponentChildren } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { Trouble } from './parts.tsx'

/**
 * A page that cannot be drawn is said to be so, and the console around it stays: an answer of another shape than was agreed, from a service
 * that is broken or lies, would otherwise leave it blank, or as it was, with figures that nobody renews.
 */
export function Mishap({ children }: { children: ComponentChildren }) {
  const [error, again] = useErrorBoundary((thrown) => console.warn(thrown))
  if (!error) return <>{children}</>
  return (
    <Trouble title="This cannot be shown">
      The service answered with something that this page cannot read. The money does not depend on this page.{' '}
      <button type="button" class="link" onClick={again}>
        Try again
      </button>
    </Trouble>
  )
}
