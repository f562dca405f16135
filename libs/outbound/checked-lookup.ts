import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Finds all addresses of a host. */
export type FindAddresses = (
  host: string,
  /** With an error there are no addresses. */
  found: (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void,
) => void;

export const findByDns: FindAddresses = (host, found) => {
  lookup(host, { all: true, verbatim: true }, found);
};

/** The reason why a host with these addresses may not be connected to; undefined if all of them are allowed. */
export const refusalOf = (
  host: string,
  addresses: readonly string[],
  mayReach: (address: string) => boolean,
): Error | undefined =>
  addresses.length > 0 && addresses.every((address) => mayReach(address))
    ? undefined
    : new Error(`${host} does not resolve to an allowed address`);

/**
 * Resolves and checks the target of a connection when it is made, because DNS can change. A checked address is used. IP
 * addresses are not looked up.
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
