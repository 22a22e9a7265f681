import { useKeccak } from '../../src/evm/keccak.ts'
import { wasmKeccak } from '../../src/evm/wasmKeccak.ts'

// As the service does (`startApp`): hashing in JavaScript took a sixth of the time of these tests.
useKeccak(await wasmKeccak())
