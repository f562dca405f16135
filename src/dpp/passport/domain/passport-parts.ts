import { type Fault, invalidValue, required } from '../../../../libs/kernel/index.js';
import { isCountry } from './countries.js';
import { ADDRESS_MAX, right, text, type DeclaredValues } from './declared-field.js';
import { isGln, isLei } from './identifiers.js';
import { isLanguageTag } from './languages.js';
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

const ID_SCHEMES: readonly string[] = Object.keys(SCHEMES);

const some = (value: string, name: string) => (value.trim() === '' ? [required(name)] : []);

export const MANUFACTURER = {
  name: text({ about: 'Name', nullable: true, example: 'Rheinpfad Energiespeicher GmbH', shown: { graphql: '' } }),
  operatorId: text({
    about: 'Identifier of the economic operator',
    nullable: true,
    example: '9524000000187',
    shown: {},
  }),
  idScheme: text({
    about: `Scheme of that identifier: ${ID_SCHEMES.join(', ')}`,
    nullable: true,
    example: 'gln',
    shown: {},
  }),
  address: text({
    about: 'Postal address',
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'Am Westkai 12, Stuttgart',
    shown: { graphql: '' },
  }),
  country: text({
    about: 'Country, ISO 3166-1',
    nullable: true,
    example: 'DE',
    faults: right(isCountry),
    shown: { graphql: 'ISO 3166-1 alpha-2' },
  }),
  url: text({
    about: 'Web address',
    maxLength: ADDRESS_MAX,
    nullable: true,
    example: 'https://rheinpfad.example/',
    faults: right(isWebAddress),
    shown: { graphql: '' },
  }),
};
export type Manufacturer = DeclaredValues<typeof MANUFACTURER>;

/** An id that isn't one of its scheme; an id without a scheme is free. */
export const schemeFaults = (
  { operatorId, idScheme }: Pick<Manufacturer, 'operatorId' | 'idScheme'>,
  place: string,
): readonly Fault[] => {
  if (idScheme === null) return [];
  if (!ID_SCHEMES.includes(idScheme)) return [invalidValue(`${place}.id_scheme`, idScheme)];
  return operatorId === null || SCHEMES[idScheme]?.(operatorId)
    ? []
    : [invalidValue(`${place}.operator_id`, operatorId)];
};

/** A link, never a file of ours. */
export const DOCUMENT = {
  kind: text({ about: 'What it is', example: 'manual', faults: some, shown: {} }),
  title: text({ about: 'Its title', example: 'Instructions for use', faults: some, shown: {} }),
  url: text({
    about: 'Its address',
    maxLength: ADDRESS_MAX,
    example: 'https://rheinpfad.example/manual.pdf',
    faults: right(isWebAddress),
    shown: {},
  }),
  language: text({ about: 'Its language', nullable: true, example: 'en', faults: right(isLanguageTag), shown: {} }),
  sha256: text({
    about: 'SHA-256 of the file, in hex',
    nullable: true,
    example: null,
    faults: right((hex) => /^[0-9a-f]{64}$/.test(hex)),
    shown: {},
  }),
};

/** Who answers for the passports of a store, of its settings. */
export const ISSUER = {
  name: text({ about: 'Name', nullable: true, shown: { graphql: '' } }),
  url: text({ about: 'Web address', maxLength: ADDRESS_MAX, nullable: true, shown: { graphql: '' } }),
  operatorId: text({ about: 'Identifier of the economic operator', nullable: true, shown: { graphql: '' } }),
};
export type Issuer = DeclaredValues<typeof ISSUER>;
