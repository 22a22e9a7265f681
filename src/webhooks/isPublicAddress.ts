import { BlockList, isIPv6 } from 'node:net'

/** IPv4 ranges outside the public internet: loopback, private networks, tunnels into them, and reserved ranges. */
const ranges4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
// Only 2000::/3 of IPv6 is allocated. These ranges inside it are for protocols, documentation or 6to4 tunnels.
const ranges6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closed = new BlockList()
for (const range of ranges4) closed.addSubnet(...subnet(range), 'ipv4')
for (const range of ranges6) closed.addSubnet(...subnet(range), 'ipv6')
const handedOut = new BlockList()
handedOut.addSubnet('2000::', 3, 'ipv6')

function subnet(range: string): [string, number] {
  const [net = '', bits = ''] = range.split('/')
  return [net, Number(bits)]
}

export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !closed.check(address, 'ipv4')
  return handedOut.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
