import type { Hex } from '../../interface/fields.ts'
import type { Deployment } from './abi/addresses.ts'

/** keccak256 of the code that lies at each address once it is deployed. The same on every chain; test/cli/doctor.test.ts proves it. */
export const codeHashes: Record<Deployment['name'], Hex> = {
  router: '0x6af02bc07fc451965bc67db61aa6405ce6efa4a21d03917b46e1aa5453098399',
  shim: '0x25e6d3295e578528f3f8399cdc00c79e70b685b4f05a6a96f95b178cd2d3a201',
  utils: '0x21ce68b684ed74091a73176a97fd337dee70c2e327cfe36ea0ca0dce693355b8',
  entrypoint: '0x64e261a5e0485aa7d3cf944d8adb1931658c43325536a49d5fea2b32ba1f87d6',
  factory: '0x27bdf8f7726740badefd9f681a173fa28c170e4a88678d763585c63d78ca1dde',
  wallet: '0xcb5fea873712f36047240da5486ef671795e03aeef53a43132e4db6976c36bfc',
  guest: '0xa81b837b4902d78f46928b9528ecb28cc68b2bac295fdb5adbd9b2a4bd107b34',
}
