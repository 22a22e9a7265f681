import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainsPage } from './chainsPage.ts'
import { completionRowsFile } from './completionRows.ts'
import { depositVectorsJson, gaslessPage } from './depositVectors.ts'
import { devnetAddressesText } from './devnetAddressesText.ts'
import { eventsPage } from './eventsPage.ts'
import { lifecyclePage } from './lifecyclePage.ts'
import { noticeText } from './noticeText.ts'
import { pictures } from './pictures.ts'
import {
  adminPage,
  enumerationsPage,
  limitsPage,
  operationsPage,
  reasonsPage,
  resourcesPage,
} from './referencePages.ts'
import { runbookPage } from './runbookPage.ts'
import { settingsPage } from './settingsPage.ts'

const licence = () => readFileSync(join(import.meta.dirname, '..', 'LICENSE'), 'utf8')

/** A checked-in file generated from tables. `make` depends only on the code. */
export type GeneratedFile = { path: string; make: () => string | Promise<string> }

export const generatedFiles: readonly GeneratedFile[] = [
  { path: 'docs/reference/operations.md', make: operationsPage },
  { path: 'docs/reference/admin.md', make: adminPage },
  { path: 'docs/reference/resources.md', make: resourcesPage },
  { path: 'docs/reference/enumerations.md', make: enumerationsPage },
  { path: 'docs/reference/events.md', make: eventsPage },
  { path: 'docs/reference/limits.md', make: limitsPage },
  { path: 'docs/reference/reasons.md', make: reasonsPage },
  { path: 'docs/reference/gasless-deposits.md', make: gaslessPage },
  { path: 'docs/reference/deposit-vectors.json', make: depositVectorsJson },
  { path: 'docs/reference/lifecycle.md', make: lifecyclePage },
  ...Object.entries(pictures).map(([name, make]) => ({ path: `docs/pictures/${name}.svg`, make })),
  { path: 'docs/reference/chains.md', make: chainsPage },
  { path: 'docs/reference/runbook.md', make: runbookPage },
  { path: 'docs/reference/settings.md', make: settingsPage },
  { path: 'src/cli/completionRows.ts', make: completionRowsFile },
  { path: 'src/chains/definitions/devnet/devnetAddresses.ts', make: devnetAddressesText },
  { path: 'NOTICE', make: noticeText },
  // Beside each manifest: npm packs no file from above it.
  { path: 'packages/client/NOTICE', make: noticeText },
  { path: 'packages/devnet/NOTICE', make: noticeText },
  { path: 'packages/client/LICENSE', make: licence },
  { path: 'packages/devnet/LICENSE', make: licence },
]
