// Loaded before a command that is measured: writes its CPU, user and system, of all its threads, into CPU_FILE when it ends.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeFileSync(process.env.CPU_FILE, String((user + system) / 1_000))
})
