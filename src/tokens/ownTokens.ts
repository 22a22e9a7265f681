import { z } from 'zod'
import { type TokenInfo, tokenInfo } from '../interface/tokenShapes.ts'
import arbitrum from './lists/arbitrum.json' with { type: 'json' }
import avalanche from './lists/avalanche.json' with { type: 'json' }
import base from './lists/base.json' with { type: 'json' }
import bnb from './lists/bnb.json' with { type: 'json' }
import ethereum from './lists/ethereum.json' with { type: 'json' }
import gnosis from './lists/gnosis.json' with { type: 'json' }
import harbor from './lists/harbor.json' with { type: 'json' }
import island from './lists/island.json' with { type: 'json' }
import linea from './lists/linea.json' with { type: 'json' }
import optimism from './lists/optimism.json' with { type: 'json' }
import polygon from './lists/polygon.json' with { type: 'json' }
import scroll from './lists/scroll.json' with { type: 'json' }
import summit from './lists/summit.json' with { type: 'json' }

const list = z.object({ name: z.string(), tokens: z.array(tokenInfo) })

/** The tokens of this repository's own lists, checked by its maintainers. Served only on configured chains. */
export function ownTokens(): TokenInfo[] {
  return [
    ethereum,
    optimism,
    base,
    arbitrum,
    polygon,
    bnb,
    avalanche,
    linea,
    scroll,
    gnosis,
    harbor,
    island,
    summit,
  ].flatMap((one) => list.parse(one).tokens)
}
