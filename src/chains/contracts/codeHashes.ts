import type { Hex } from '../../interface/fields.ts'
import type { Deployment } from './abi/addresses.ts'

/** keccak256 of the code at each address once it is deployed, the same on every chain; entrypoint and guest for the local operator. */
export const codeHashes: Record<Deployment['name'], Hex> = {
  router: '0xcee4f0a320c7f144a78730be5e5c9ecda6dcdb0f914438f6822a033e0b804a34',
  shim: '0xb4947480a56984c6ae02b52a1e3b62b3560e206bd7fd65611a43baf14bf5c66a',
  utils: '0x4fe9725dfbc4ff19cde8905f625a1d98ec910fd74bbc82a05a0fbdfa2431c3d4',
  entrypoint: '0xc1597ebb5abc2a76d91cb8035bbc4b93113b90702e8f6f6283a9eec7483d9f0b',
  factory: '0x27bdf8f7726740badefd9f681a173fa28c170e4a88678d763585c63d78ca1dde',
  wallet: '0xbf7da226cd3ed02cfdc944c9cd20e113eb9be2f947cb13bc4d665c34430c8f6c',
  guest: '0xce18cbb92cb519b77cd53aea211b1d2a492f902f52f6187b66fe8ecce2abd2ca',
}
