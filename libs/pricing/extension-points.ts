import { type DeclaredPriceCode, PRICE_CODES, PriceCodes } from './codes.js';
import { type PriceChecks, PriceLint } from './lint/price-checks.js';
import { type PriceSource, PriceSources } from './price-source.js';

type ServiceClass<T> = abstract new (...args: never[]) => T;

const CODES = {
  service: PriceCodes,
  make: (declared: readonly DeclaredPriceCode[]) => new PriceCodes(declared),
  words: { list: PRICE_CODES, of: ({ all }: PriceCodes) => all },
};

const SOURCES = {
  service: PriceSources,
  make: (sources: readonly PriceSource[], rooms: readonly string[]) => new PriceSources(sources, rooms),
};

const CHECKS = { service: PriceLint, make: (checks: readonly PriceChecks[]) => new PriceLint(checks) };

/** For `provides` of a manifest: the codes of the prices of the module's sources. */
export const priceCodes = (...values: readonly DeclaredPriceCode[]) => ({ to: CODES, values });

/** For `provides` of a manifest: the module's price sources. */
export const priceSources = (...services: readonly ServiceClass<PriceSource>[]) => ({ to: SOURCES, services });

/** For `provides` of a manifest: the module's checks of stored prices. */
export const priceChecks = (...services: readonly ServiceClass<PriceChecks>[]) => ({ to: CHECKS, services });
