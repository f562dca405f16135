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
 * Where a connection to a host is made to: judged at that moment, since what a name leads to may change, and only where
 * all its addresses may be reached; that very address is connected to. An address in the place of a name isn't looked up.
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
