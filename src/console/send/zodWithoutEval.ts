import * as z from 'zod'

// The pages' policy forbids eval, which zod would use for speed.
z.config({ jitless: true })

export const zodWithoutEval = true
