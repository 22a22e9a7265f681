import type { Client } from 'viem'

/** The caller's own nodes by chain id, as viem clients. They overrule the server. */
export type Readers = Readonly<Record<number, Client>>
