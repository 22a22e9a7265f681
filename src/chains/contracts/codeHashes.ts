import type { Hex } from '../../interface/fields.ts'
import type { Deployment } from './abi/addresses.ts'

/** keccak256 of the code at each address once it is deployed, the same on every chain; entrypoint and guest for the local operator. */
export const codeHashes: Record<Deployment['name'], Hex> = {
  router: '0xcee4f0a320c7f144a78730be5e5c9ecda6dcdb0f914438f6822a033e0b804a34',
  shim: '0xb4947480a56984c6ae02b52a1e3b62b3560e206bd7fd65611a43baf14bf5c66a',
  utils: '0x4fe9725dfbc4ff19cde8905f625a1d98ec910fd74bbc82a05a0fbdfa2431c3d4',
  entrypoint: '0x13aa1d03731c61e20fc6f5b7b468f26bcfba738ea68135d5598cf08530ebf1e4',
  factory: '0x27bdf8f7726740badefd9f681a173fa28c170e4a88678d763585c63d78ca1dde',
  wallet: '0xd37860d817b8a8e5f508aa6683c6ce5eace8c03da96b09d2ddda8f75a54d480f',
  guest: '0xc8ce7b4679d406fe7e18b09ca936d5703ebe3947bb56efbbedf242aec9e86897',
}
