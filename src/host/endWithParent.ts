import { spawn } from 'node:child_process'

/**
 * Ends `pids` when this process is gone for any reason. A shell waits on a pipe that only this process holds open; the
 * kernel closes it, even after kill -9. The returned function cancels this.
 */
export function endWithParent(pids: number[]): () => void {
  const script = 'cat >/dev/null; kill "$@" 2>/dev/null'
  const guard = spawn('sh', ['-c', script, 'causeway-devnet-watchdog', ...pids.map(String)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  return () => {
    guard.kill('SIGKILL')
    guard.stdin.destroy()
  }
}
