import type { Client } from 'viem'

/** The caller's own nodes by chain id: any viem client of that chain. What they say is believed over what the server says. */
export type Readers = Readonly<Record<number, Client>>
