import type { Chain, Head } from '../../src/chains/chain.ts'

/** The head of which something first holds: looked at now and with every new one. */
export function headWhere(chain: Chain, holds: (head: Head) => boolean | Promise<boolean>): Promise<Head> {
  return new Promise((resolve, reject) => {
    const look = async (head: Head) => {
      if (!(await holds(head))) return
      leave()
      resolve(head)
    }
    const leave = chain.onHead((head) => void look(head).catch(reject))
    chain.head().then(look).catch(reject)
  })
}
