import { config } from 'zod'

// No schema compilation: for a command's few answers it takes longer than it saves. Import before any schema.
config({ jitless: true })
