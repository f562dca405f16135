import { type Fault, invalidValue } from '../../../libs/kernel/index.js';
import { isCountry } from './countries.js';
import { isGln, isLei } from './identifiers.js';
import type { Manufacturer } from './passport.js';
import { isWebAddress } from './web-address.js';

/** Schemes by which an economic operator is named, and what their ids look like. */
const SCHEMES: Readonly<Record<string, (id: string) => boolean>> = {
  gln: isGln,
  lei: isLei,
  duns: (id) => /^\d{9}$/.test(id),
  vat: (id) => /^[A-Z]{2}[0-9A-Z+*.]{2,13}$/.test(id),
  eori: (id) => /^[A-Z]{2}[0-9A-Z]{1,15}$/.test(id),
  other: (id) => id.trim() !== '',
};

export const ID_SCHEMES: readonly string[] = Object.keys(SCHEMES);

/** What is wrong with what is said of a manufacturer; what isn't said can't be wrong. An id without a scheme is free. */
export const manufacturerFaults = ({ operatorId, idScheme, country, url }: Manufacturer): readonly Fault[] => {
  const faults: Fault[] = [];
  if (idScheme !== null && !ID_SCHEMES.includes(idScheme))
    faults.push(invalidValue('manufacturer.id_scheme', idScheme));
  else if (operatorId !== null && idScheme !== null && !SCHEMES[idScheme]?.(operatorId))
    faults.push(invalidValue('manufacturer.operator_id', operatorId));
  if (country !== null && !isCountry(country)) faults.push(invalidValue('manufacturer.country', country));
  if (url !== null && !isWebAddress(url)) faults.push(invalidValue('manufacturer.url', url));
  return faults;
};
