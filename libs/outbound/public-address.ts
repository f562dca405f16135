import { BlockList, isIP } from 'node:net';

/** Address ranges that are not public or have a special meaning (IANA special-purpose address registries). */
const SPECIAL: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

// One list per family: a single list treats an IPv4 address like its IPv4-mapped IPv6 address, and all of those are
// special.
const special = { ipv4: new BlockList(), ipv6: new BlockList() } as const;
for (const [network, bits] of SPECIAL) {
  const family = familyOf(network);
  special[family].addSubnet(network, bits, family);
}

/**
 * Whether an IP address is public: not private, loopback, link-local (such as cloud metadata services), shared,
 * reserved, multicast or an IPv4 address embedded in an IPv6 one. False for an invalid address.
 */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !special[familyOf(address)].check(address, familyOf(address));
