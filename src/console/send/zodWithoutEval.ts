import * as z from 'zod'

// The pages' policy forbids code from text, which zod would try in order to be faster.
z.config({ jitless: true })

export const zodWithoutEval = true
