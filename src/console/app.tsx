import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Home } from './pages/home.tsx'
import { Mishap } from './view/mishap.tsx'
import { Empty, LinkButton, Trouble } from './view/parts.tsx'
import { path } from './view/router.ts'
import { Shell } from './view/shell.tsx'

type Page = ComponentType<{ id?: string }>

/** Pages whose scripts load when they are opened; the first load holds only the front page. */
const routes: readonly { match: RegExp; title: string; load: () => Promise<Page> }[] = [
  {
    match: /^\/intents\/([^/]+)$/,
    title: 'Intent',
    load: async () => (await import('./pages/intentPage.tsx')).IntentPage,
  },
  { match: /^\/send$/, title: 'Send', load: async () => (await import('./pages/sendPage.tsx')).SendPage },
  { match: /^\/explore$/, title: 'Explore', load: async () => (await import('./pages/explorePage.tsx')).ExplorePage },
  {
    match: /^\/operator$/,
    title: 'Operator',
    load: async () => (await import('./pages/operatorPage.tsx')).OperatorPage,
  },
  { match: /^\/project$/, title: 'Project', load: async () => (await import('./pages/projectPage.tsx')).ProjectPage },
]

export function App() {
  const route = routes.find(({ match }) => match.test(path.value))
  const [loaded, setLoaded] = useState<{ title: string; Page?: Page }>()
  useEffect(() => {
    document.title = route ? `${route.title} · Causeway` : 'Causeway'
    if (!route) return
    const { title, load } = route
    load().then(
      (Page) => setLoaded({ title, Page }),
      () => setLoaded({ title }),
    )
  }, [route])
  const id = route?.match.exec(path.value)?.[1]
  return (
    <Shell>
      <Mishap key={path.value}>
        {path.value === '/' && <Home />}
        {route && loaded?.title === route.title && (loaded.Page ? <loaded.Page key={id} id={id} /> : <Gone />)}
      </Mishap>
      {!route && path.value !== '/' && (
        <section class="card">
          <Empty title="There is no such page">
            <p>The address may be mistyped. An intent has the address /i/ and its id.</p>
          </Empty>
        </section>
      )}
    </Shell>
  )
}

/** The page's script did not load: the service is unreachable, or an update renamed its files. */
function Gone() {
  return (
    <Trouble title="This page could not be loaded">
      The service cannot be reached, or was updated since this tab was opened.{' '}
      <LinkButton onClick={() => window.location.reload()}>Load it again</LinkButton>
    </Trouble>
  )
}
