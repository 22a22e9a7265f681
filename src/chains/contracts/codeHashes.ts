import type { Hex } from '../../interface/fields.ts'
import type { Deployment } from './abi/addresses.ts'

/** keccak256 of the code at each address once it is deployed, the same on every chain; entrypoint and guest for the local operator. */
export const codeHashes: Record<Deployment['name'], Hex> = {
  router: '0x1b16b5a1a7a86a9953b42cab5615a61b1c3755fed6ccdc63e0fd47f32963ee67',
  shim: '0x211d9c3904dbbf3b00506aa88cd2f84d7a9d4604edc415c516d980577eabe748',
  utils: '0x593da2bfd13c97744aea176cfcb02e91086f26f3eb381122e0481c3f16f11c57',
  factory: '0xad5b1e45f9a1f8933f9c9cf02b519ba63506eed595694c4b3c721e04eca94d2b',
  wallet: '0x435ede4d1388eccc723081dc0043700bcddb5664760248fa053461d5f2811752',
  entrypoint: '0xe719c51fd2b6e61481e062a171fa544babfaffe2173100ecb39e7a6de3eeafbf',
  guest: '0xc2a51ab4f2d8a014be154b4f49d5e0d037f22ab8b3931e2f6029e0887805e935',
}
