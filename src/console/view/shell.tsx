import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { heldKey, pageSettings } from '../data/session.ts'
import { zone } from './format.ts'
import { BrandMark, Icon } from './icons.tsx'
import { Keys } from './keys.tsx'
import { LinkButton } from './parts.tsx'
import { path, to } from './router.ts'
import { SearchBox } from './searchBox.tsx'
import { turnTheme } from './theme.ts'
import { Toast } from './toast.tsx'

const pages = [
  { at: '/', name: 'Explorer', isHere: (here: string) => here === '/' || here.startsWith('/intents') },
  { at: '/send', name: 'Send', isHere: (here: string) => here.startsWith('/send') },
  { at: '/explore', name: 'Explore', isHere: (here: string) => here.startsWith('/explore') },
  { at: '/project', name: 'Project', isHere: (here: string) => here.startsWith('/project') },
  { at: '/operator', name: 'Operator', isHere: (here: string) => here.startsWith('/operator') },
] as const

/** The frame around every page. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const links = pages.map(({ at, name, isHere }) => (
    <a key={at} href={to(at)} aria-current={isHere(path.value) ? 'page' : undefined} onClick={() => setOpen(false)}>
      {name}
    </a>
  ))
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <header class="top">
        <div class="wrap">
          <a class="brand" href={to('/')}>
            <BrandMark />
            Causeway
          </a>
          <nav class="nav" aria-label="Pages">
            {links}
          </nav>
          {path.value !== '/' ? <SearchBox /> : <span class="grow" />}
          <a class="icon-btn only-phone" href={to('/')} aria-label="Search">
            <Icon name="search" />
          </a>
          <button type="button" class="icon-btn" aria-label="Dark or light" onClick={turnTheme}>
            <Icon name="moon" />
          </button>
          <button
            type="button"
            class="icon-btn only-phone"
            aria-label="Pages"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="menu" />
          </button>
        </div>
        {isOpen && (
          <nav class="menu" aria-label="All pages">
            {links}
          </nav>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        <div class="wrap">
          {pageSettings.value.isKeyNeeded && !heldKey.value ? <KeyNeeded>{children}</KeyNeeded> : children}
        </div>
      </main>
      <footer class="foot">
        <div class="wrap">
          <span>Causeway {pageSettings.value.version}</span>
          <span>Times in your zone, {zone()}</span>
          {heldKey.value && <LinkButton onClick={() => (heldKey.value = '')}>Use another key</LinkButton>}
          <span class="grow" />
          <a href="/openapi.json">API</a>
          <a href="/docs/">Docs</a>
          <a href="/ready">Status</a>
        </div>
      </footer>
      <Keys />
      <Toast />
    </>
  )
}

/** Asks for the access key, except on pages that need a token instead. The key is kept in this page only. */
function KeyNeeded({ children }: { children: ComponentChildren }) {
  const [text, setText] = useState('')
  if (/^\/(operator|project)/.test(path.value)) return <>{children}</>
  return (
    <section class="card gate">
      <h1 class="page">This service asks for a key</h1>
      <p class="lede">
        An access key of your project opens its intents. It stays in this page and is gone when you close it.
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          heldKey.value = text.trim()
        }}
      >
        <input
          class="text"
          type="password"
          aria-label="Access key"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="btn primary">
          Open
        </button>
      </form>
    </section>
  )
}
