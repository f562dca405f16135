import type { Manufacturer, Party } from './passport-parts.js';
import { isEmptyValue } from './json.js';

const MANUFACTURER = 'manufacturer';

const isManufacturer = ({ role }: Party): boolean => role === MANUFACTURER;

const NOBODY: Manufacturer = {
  name: null,
  operatorId: null,
  idScheme: null,
  address: null,
  country: null,
  url: null,
  email: null,
};

/** The manufacturer according to the parties: the first with that role, with its first identifier. */
export const manufacturerAmong = (parties: readonly Party[]): Manufacturer | null => {
  const found = parties.find(isManufacturer);
  if (!found) return null;
  const { name, address, country, url, email, ids } = found;
  return { name, operatorId: ids[0]?.value ?? null, idScheme: ids[0]?.scheme ?? null, address, country, url, email };
};

/**
 * Sets this manufacturer as the first party with that role. Its identifier becomes the first identifier of that party;
 * other identifiers stay. Without a manufacturer, removes all parties with that role.
 */
export const withManufacturer = (parties: readonly Party[], manufacturer: Manufacturer | null): readonly Party[] => {
  if (isEmptyValue(manufacturer) || manufacturer === null) return parties.filter((party) => !isManufacturer(party));
  const { operatorId, idScheme: scheme, ...said } = manufacturer;
  const before = parties.find(isManufacturer);
  const ids = operatorId === null ? [] : [{ scheme, value: operatorId }, ...(before?.ids.slice(1) ?? [])];
  const party: Party = { role: MANUFACTURER, ...NOBODY_SAYS, ...said, ids, since: before?.since ?? null };
  return before ? parties.map((one) => (one === before ? party : one)) : [party, ...parties];
};

const { operatorId: _id, idScheme: _scheme, ...NOBODY_SAYS } = NOBODY;

/** True if the parties contain more than the manufacturer. */
export const saysMore = (parties: readonly Party[]): boolean => {
  const [first] = parties;
  return parties.length > 1 || (first !== undefined && (!isManufacturer(first) || first.ids.length > 1));
};
