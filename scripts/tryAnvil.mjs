// Whether an anvil works: `node tryAnvil.mjs <anvil>` starts it, has it mine a contract, and ends with 0 if it did.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const port = await freePort()
const node = spawn(process.argv[2], ['--port', String(port), '--silent'], { stdio: 'ignore' })
node.on('exit', () => process.exit(1))
process.on('exit', () => node.kill('SIGKILL'))
setTimeout(() => process.exit(1), 45_000)

const rpc = async (method, params = []) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
  const { result, error } = await answer.json()
  if (error) process.exit(1)
  return result
}

let accounts
while (!accounts) accounts = await rpc('eth_accounts').catch(() => pause(50))
// Code that stores the hash of a word and returns one byte as the contract.
const data = '0x602060002060005560016000f3'
const hash = await rpc('eth_sendTransaction', [{ from: accounts[0], data }])
let receipt
while (!receipt) receipt = (await rpc('eth_getTransactionReceipt', [hash])) ?? (await pause(50))
node.removeAllListeners('exit')
process.exit(receipt.status === '0x1' ? 0 : 1)

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address()
      server.close(() => resolve(free))
    })
  })
}
