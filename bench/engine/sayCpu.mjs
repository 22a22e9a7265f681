// Preloaded into a measured command: at its end, writes the CPU (user and system) of all its threads into CPU_FILE.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeFileSync(process.env.CPU_FILE, String((user + system) / 1_000))
})
