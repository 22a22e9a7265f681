import { config } from 'zod'

// Schemas are checked as they are: to compile themselves for the few answers of a command takes longer than it saves. Imported before the first is made.
config({ jitless: true })
