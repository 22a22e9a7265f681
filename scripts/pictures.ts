import { lifecycle } from '../src/intents/lifecycle.ts'

type Tone = 'plain' | 'ours' | 'chain' | 'good' | 'back'
/** A box: its centre, its name, and further lines. */
type Box = { at: readonly [x: number, y: number]; says: string; more?: readonly string[]; tone?: Tone; wide?: number }
type Arrow = readonly [from: string, to: string, says?: string]
type Picture = {
  title: string
  size: readonly [width: number, height: number]
  boxes: Record<string, Box>
  arrows: readonly Arrow[]
}

const fills: Record<Tone, string> = {
  plain: '#ffffff',
  ours: '#e3ecff',
  chain: '#fff3d6',
  good: '#dcf5e3',
  back: '#fde4e1',
}
const lineHeight = 15
const heightOf = ({ more = [] }: Box) => 30 + more.length * lineHeight
const widthOf = ({ wide = 150 }: Box) => wide
const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The point where a line from a box's centre leaves it. */
function edge(box: Box, [x, y]: readonly [number, number]): [number, number] {
  const [dx, dy] = [x - box.at[0], y - box.at[1]]
  const share = Math.min(
    widthOf(box) / 2 / Math.max(Math.abs(dx), 1e-9),
    heightOf(box) / 2 / Math.max(Math.abs(dy), 1e-9),
  )
  return [Math.round(box.at[0] + dx * share), Math.round(box.at[1] + dy * share)]
}

function drawBox(box: Box): string {
  const [[x, y], width, height] = [box.at, widthOf(box), heightOf(box)]
  const top = y - height / 2
  const lines = (box.more ?? []).map(
    (line, i) => `<text x="${x}" y="${top + 20 + (i + 1) * lineHeight}" class="small">${safe(line)}</text>`,
  )
  const rect = `<rect x="${x - width / 2}" y="${top}" width="${width}" height="${height}" rx="6" fill="${fills[box.tone ?? 'plain']}"/>`
  return `${rect}<text x="${x}" y="${top + 20}">${safe(box.says)}</text>${lines.join('')}`
}

function drawArrow([from, to, says]: Arrow, boxes: Record<string, Box>): string {
  const [a, b] = [boxes[from], boxes[to]]
  if (!a || !b) throw new Error(`no box ${a ? to : from}`)
  const [[x1, y1], [x2, y2]] = [edge(a, b.at), edge(b, a.at)]
  const label = says
    ? `<text x="${(x1 + x2) / 2}" y="${(y1 + y2) / 2 - 4}" class="small said">${safe(says)}</text>`
    : ''
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" marker-end="url(#tip)"/>${label}`
}

function draw({ title, size: [width, height], boxes, arrows }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${safe(title)}">`,
    '<style>text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#1c2434}.small{font-size:11px;fill:#4a5568}.said{paint-order:stroke;stroke:#f7f8fb;stroke-width:4px}line,rect{stroke:#5b6b8c;stroke-width:1.2}</style>',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#5b6b8c"/></marker></defs>',
    `<rect width="${width}" height="${height}" rx="8" fill="#f7f8fb" stroke="none"/>`,
    ...arrows.map((arrow) => drawArrow(arrow, boxes)),
    ...Object.values(boxes).map(drawBox),
    '</svg>',
    '',
  ].join('\n')
}

const architecture: Picture = {
  title: 'Callers ask the API; workers carry out; Postgres is between them; nodes lead to the chains',
  size: [760, 300],
  boxes: {
    caller: { at: [95, 60], says: 'Your app', more: ['client, curl, widget'] },
    wallet: { at: [95, 230], says: 'Wallet of the owner', more: ['signs or pays'] },
    api: { at: [340, 60], says: 'API process', more: ['quote, commit, execute, receipt'], tone: 'ours', wide: 200 },
    store: { at: [340, 145], says: 'Postgres', more: ['intents, ledger, jobs'], wide: 200 },
    worker: {
      at: [340, 230],
      says: 'Worker process',
      more: ['sends batches, keeps the books'],
      tone: 'ours',
      wide: 200,
    },
    nodes: { at: [565, 145], says: 'Nodes', more: ['a quorum a chain'], wide: 120 },
    origin: { at: [685, 60], says: 'Origin chain', more: ['swap, bridge'], tone: 'chain', wide: 120 },
    destination: { at: [685, 230], says: 'Destination', more: ['swap, call'], tone: 'chain', wide: 120 },
  },
  arrows: [
    ['caller', 'api', 'HTTP'],
    ['caller', 'wallet'],
    ['api', 'store'],
    ['worker', 'store'],
    ['api', 'nodes'],
    ['worker', 'nodes'],
    ['nodes', 'origin'],
    ['nodes', 'destination'],
  ],
}

const money: Picture = {
  title: 'Where the money can be: with its owner, at an intent address of the owner, in the bridge, with the recipient',
  size: [760, 250],
  boxes: {
    owner: { at: [85, 70], says: 'Owner', more: ['until the deposit'], wide: 130 },
    origin: {
      at: [285, 70],
      says: 'Intent address, origin',
      more: ['runs the agreed calls alone'],
      tone: 'ours',
      wide: 190,
    },
    bridge: { at: [470, 70], says: 'Bridge', more: ['if it crosses'], tone: 'chain', wide: 110 },
    destination: { at: [655, 70], says: 'Intent address,', more: ['destination'], tone: 'ours', wide: 160 },
    recipient: { at: [655, 190], says: 'Recipient', more: ['SUCCEEDED'], tone: 'good', wide: 130 },
    back: {
      at: [285, 190],
      says: 'Back with the owner',
      more: ['FAILED, on the chain where it happened'],
      tone: 'back',
      wide: 260,
    },
  },
  arrows: [
    ['owner', 'origin'],
    ['origin', 'bridge'],
    ['bridge', 'destination'],
    ['destination', 'recipient'],
    ['origin', 'back'],
    ['bridge', 'back'],
    ['destination', 'back'],
  ],
}

const deployment: Picture = {
  title: 'A deployment: a load balancer before API processes, workers with the keys, one Postgres',
  size: [760, 270],
  boxes: {
    callers: { at: [80, 70], says: 'Callers', wide: 110 },
    balancer: { at: [235, 70], says: 'TLS, balancer', more: ['asks /ready'], wide: 130 },
    api: {
      at: [430, 70],
      says: 'serve --api, n times',
      more: ['4180, no key', 'admin 4181, private'],
      tone: 'ours',
      wide: 170,
    },
    migrate: { at: [430, 200], says: 'migrate', more: ['before each version'], wide: 150 },
    store: { at: [620, 135], says: 'Postgres', more: ['the only state'], wide: 120 },
    worker: {
      at: [620, 230],
      says: 'serve --worker, n times',
      more: ['signers and grant key'],
      tone: 'ours',
      wide: 190,
    },
    nodes: { at: [665, 45], says: 'Nodes', more: ['three a chain'], wide: 120 },
    watch: { at: [160, 200], says: 'Prometheus, Alertmanager', more: ['/metrics of every process'], wide: 200 },
  },
  arrows: [
    ['callers', 'balancer'],
    ['balancer', 'api'],
    ['api', 'store'],
    ['worker', 'store'],
    ['migrate', 'store'],
    ['api', 'nodes'],
    ['watch', 'api'],
  ],
}

type Step = keyof typeof lifecycle
/** The place of each step; a new step without one does not compile. */
const places: Record<Step, readonly [column: number, row: number]> = {
  quoted: [0, 0],
  committed: [1, 0],
  awaitDeposit: [2, 0],
  sendDeposit: [2, 1],
  sendOrigin: [3, 0],
  awaitOrigin: [3, 1],
  awaitBridge: [4, 0],
  sendDestination: [4, 1],
  awaitDestination: [5, 0],
  succeeded: [5, 1],
  lapsed: [0, 1],
  aborted: [0, 2],
  refund: [2, 2],
  awaitRefund: [3, 2],
  refunded: [4, 2],
  paidOnDestination: [5, 2],
  bridgeRefunded: [5, 3],
  held: [2, 3],
  dust: [3, 3],
}

/** The forward steps of an intent; only the table has the ways back. */
function lifePicture(): Picture {
  const steps = Object.keys(places) as Step[]
  const boxes = Object.fromEntries(
    steps.map((step): [string, Box] => {
      const [column, row] = places[step]
      const { status } = lifecycle[step]
      const tone = status === 'SUCCEEDED' ? 'good' : status === 'FAILED' ? 'back' : 'ours'
      return [step, { at: [75 + column * 142, 40 + row * 85], says: step, more: [status], tone, wide: 126 }]
    }),
  )
  const isNear = (from: Step, to: Step) => {
    const [[c1, r1], [c2, r2]] = [places[from], places[to]]
    return c2 >= c1 && c2 - c1 <= 1 && Math.abs(r2 - r1) <= 1 && !(c1 === c2 && r2 < r1)
  }
  const arrows = steps.flatMap((from) =>
    lifecycle[from].next.filter((to) => isNear(from, to)).map((to): Arrow => [from, to]),
  )
  return { title: 'The steps of an intent, from the quote to its end', size: [860, 340], boxes, arrows }
}

export const pictures = {
  architecture: () => draw(architecture),
  money: () => draw(money),
  deployment: () => draw(deployment),
  life: () => draw(lifePicture()),
}
