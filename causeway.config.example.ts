import type { ConfigInput } from './src/config/config.ts'

// Copy to causeway.config.ts and keep what you change: everything has a default. The environment wins over this file
// (CAUSEWAY_HTTP_PORT or PORT, CAUSEWAY_LOG_LEVEL, …) and the command line over both (--http.port 4181).
// `npm start -- --help` lists every setting.
const config: ConfigInput = {
  http: {
    host: '127.0.0.1',
    port: 4180,
    drainMs: 10_000,
  },
  // Under which names the service is offered: /rpc/Svc/…, fields such as svcVersion, overrides such as svcWallet….
  brands: [{ service: 'Svc', field: 'svc', wallet: 'svcWallet' }],
  auth: { required: false },
  switches: {
    intents: true,
    operationsOff: [],
    clientVersionMin: { '*': '0.0.1' },
  },
  // No chains: three local ones are started. Otherwise one entry a chain, with at least one node and better two:
  // { id: 8453, rpcUrls: ['https://node-a.example.org', 'https://node-b.example.org'], wsUrls: ['wss://node-a.example.org'] }
  chains: [],
  // Who sends transactions and pays gas. Keys of files are encrypted; CAUSEWAY_SIGNERS_KEYSTORE_PASSWORD opens them.
  signers: { keystores: [] },
  tokens: {
    // Files in the format of tokenlists.org, offered to callers that set includeExternal.
    externalLists: [],
  },
  // Without databaseUrl (better: DATABASE_URL) a Postgres is started in this folder.
  store: { folder: '.causeway' },
  log: { level: 'info' },
}

// biome-ignore lint/style/noDefaultExport: this is where the service looks for a configuration
export default config
