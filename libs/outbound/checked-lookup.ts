import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

export type FindAddresses = (
  host: string,
  /** Called with an error or with the addresses. */
  found: (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void,
) => void;

export const findByDns: FindAddresses = (host, found) => {
  lookup(host, { all: true, verbatim: true }, found);
};

/** The reason why connections to a host with these addresses are refused; undefined if all of them are allowed. */
export const refusalOf = (
  host: string,
  addresses: readonly string[],
  mayReach: (address: string) => boolean,
): Error | undefined =>
  addresses.length > 0 && addresses.every((address) => mayReach(address))
    ? undefined
    : new Error(`${host} does not resolve to an allowed address`);

/**
 * Resolves and checks the target when the connection is opened, because DNS records can change, and connects to a
 * checked address. IP addresses are not looked up.
 */
export const checkedLookup =
  (mayReach: (address: string) => boolean, find: FindAddresses = findByDns): LookupFunction =>
  (host, options, answered) => {
    find(host, (error, addresses = []) => {
      const found = addresses.map(({ address }) => address);
      const refused = error ?? refusalOf(host, found, mayReach);
      const [first = { address: '', family: 0 }] = addresses;
      if (refused) answered(refused, '', 0);
      else if (options.all) answered(null, [...addresses]);
      else answered(null, first.address, first.family);
    });
  };
