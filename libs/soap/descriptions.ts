import { LRUCache } from 'lru-cache';
import type { DescribedService } from './wsdl.js';

/** Maximum number and total length of cached descriptions. */
const REMEMBERED = { max: 100, maxSize: 16 * 1024 * 1024 } as const;

/**
 * Descriptions that were made already: there are clients that fetch one before each call. Each set of services and
 * operations at an address is one (soap.md, "Addresses").
 */
export class Descriptions {
  private readonly cache = new LRUCache<string, string>({
    ...REMEMBERED,
    sizeCalculation: ({ length }) => length,
  });

  constructor(private readonly make: (url: string, services: readonly DescribedService[]) => string) {}

  wsdlFor(url: string, services: readonly DescribedService[]): string {
    const key = [url, ...services.flatMap(({ operations }) => operations.map(({ name }) => name))].join('\n');
    let found = this.cache.get(key);
    if (found === undefined) {
      found = this.make(url, services);
      this.cache.set(key, found);
    }
    return found;
  }
}
