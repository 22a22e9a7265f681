import { computed, signal } from '@preact/signals'
import { serviceOrigin } from '../data/session.ts'

const base = '/console'
/** The base of links; in another site's page, the address of the service's console. */
const home = serviceOrigin === window.location.origin ? base : serviceOrigin + base
const location = signal(readLocation())

function readLocation(): { path: string; query: URLSearchParams } {
  const path = window.location.pathname.replace(/^\/console/, '').replace(/\/+$/, '')
  return { path: path || '/', query: new URLSearchParams(window.location.search) }
}

export const path = computed(() => location.value.path)
export const query = computed(() => location.value.query)

/** The address of a page, for `href`. */
export const to = (page: string): string => home + page

export function go(page: string): void {
  window.history.pushState(null, '', to(page))
  location.value = readLocation()
  window.scrollTo(0, 0)
}

/** Links inside the console change the page without a reload; with a modifier key the browser handles them. */
export function startRouter(): () => void {
  const onPop = () => {
    location.value = readLocation()
  }
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || link.target || event.button !== 0 || event.defaultPrevented) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const url = new URL(link.href)
    if (url.origin !== window.location.origin || !url.pathname.startsWith(`${base}/`)) return
    // An anchor in the open page, such as the skip link: the browser moves the focus.
    if (url.hash && url.pathname === window.location.pathname && url.search === window.location.search) return
    event.preventDefault()
    go(url.pathname.slice(base.length) + url.search)
  }
  window.addEventListener('popstate', onPop)
  document.addEventListener('click', onClick)
  return () => {
    window.removeEventListener('popstate', onPop)
    document.removeEventListener('click', onClick)
  }
}
