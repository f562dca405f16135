import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Finds all addresses of a host. */
export type FindAddresses = (
  host: string,
  /** With an error there are no addresses. */
  found: (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void,
) => void;

const byDns: FindAddresses = (host, found) => {
  lookup(host, { all: true, verbatim: true }, found);
};

/**
 * Resolves and checks the target of a connection when it is made, because DNS can change: all its addresses must be
 * allowed, and a checked address is used. IP addresses are not looked up.
 */
export const judgedLookup =
  (mayReach: (address: string) => boolean, find: FindAddresses = byDns): LookupFunction =>
  (host, options, answered) => {
    find(host, (error, addresses = []) => {
      const [first] = addresses;
      if (error) answered(error, '', 0);
      else if (!first || !addresses.every(({ address }) => mayReach(address)))
        answered(new Error(`${host} leads to no address that may be reached`), '', 0);
      else if (options.all) answered(null, [...addresses]);
      else answered(null, first.address, first.family);
    });
  };
