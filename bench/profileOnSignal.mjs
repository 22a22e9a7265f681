// Loaded into a service by `--import`: SIGUSR2 starts a profile of the main thread, the next one writes it to the file in PROFILE_FILE.
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { isMainThread } from 'node:worker_threads'

const file = process.env.PROFILE_FILE
if (isMainThread && file) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: 250 })
  let isRunning = false
  process.on('SIGUSR2', () => {
    isRunning = !isRunning
    if (isRunning) session.post('Profiler.start')
    else
      session.post('Profiler.stop', (_, { profile }) => {
        writeFileSync(`${file}.part`, JSON.stringify(profile))
        renameSync(`${file}.part`, file)
      })
  })
}
