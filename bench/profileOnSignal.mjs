// Loaded into a service by `--import`: SIGUSR2 starts a profile of the main thread, the next one writes it to the file
// in PROFILE_FILE, with the counts of node requests and database statements meanwhile.
import { subscribe } from 'node:diagnostics_channel'
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const file = process.env.PROFILE_FILE
if (isMainThread && file) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: 250 })
  let isRunning = false
  const counts = { requests: 0, statements: 0 }
  subscribe('http.client.request.start', () => counts.requests++)
  const { Client } = createRequire(import.meta.url)('pg')
  const { query } = Client.prototype
  Client.prototype.query = function (...args) {
    counts.statements++
    return query.apply(this, args)
  }
  process.on('SIGUSR2', () => {
    isRunning = !isRunning
    if (isRunning) {
      Object.assign(counts, { requests: 0, statements: 0 })
      session.post('Profiler.start')
    } else {
      const counted = { ...counts }
      session.post('Profiler.stop', (_, { profile }) => {
        writeFileSync(`${file}.part`, JSON.stringify({ ...profile, ...counted }))
        renameSync(`${file}.part`, file)
      })
    }
  })
}
