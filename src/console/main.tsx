import { render } from 'preact'
import { App } from './app.tsx'
import { loadSettings } from './data/session.ts'
import { startClock } from './view/now.ts'
import { startRouter } from './view/router.ts'
import { applyTheme } from './view/theme.ts'

applyTheme()
startRouter()
startClock()
await loadSettings().catch(() => undefined)
render(<App />, document.getElementById('app')!)
