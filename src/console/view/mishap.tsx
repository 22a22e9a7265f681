import type { ComponentChildren } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { LinkButton, Trouble } from './parts.tsx'

/**
 * Shows an error instead of a page that cannot be drawn, and keeps the console around it. Without it, an unexpected
 * answer from a broken or lying service would leave a blank page or stale figures.
 */
export function Mishap({ children }: { children: ComponentChildren }) {
  const [error, again] = useErrorBoundary((thrown) => console.warn(thrown))
  if (!error) return <>{children}</>
  return (
    <Trouble title="This cannot be shown">
      The service answered with something that this page cannot read. The money does not depend on this page.{' '}
      <LinkButton onClick={again}>Try again</LinkButton>
    </Trouble>
  )
}
