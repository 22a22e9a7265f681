import { render } from 'preact'
import { App } from './app.tsx'
import { forgetWhenLeft, loadSettings } from './data/session.ts'
import { startClock } from './view/now.ts'
import { startRouter } from './view/router.ts'
import { applyTheme } from './view/theme.ts'

applyTheme()
startRouter()
startClock()
forgetWhenLeft()
// Without an answer the defaults of `pageSettings` apply: no local nodes, so no test accounts.
await loadSettings().catch(() => undefined)
render(<App />, document.getElementById('app')!)
