import type { Fault } from '../../../../libs/kernel/index.js';
import { faultsIn, type NamedField } from './declared-field.js';
import { noticeFaults } from './notice.js';
import { PASSPORT_FIELDS } from './passport.js';

/** A value of the field's type that every check rejects. */
const wrongOf = ({ kind, parts }: NamedField): unknown => {
  const inside = Object.fromEntries(parts.map((part) => [part.property, wrongOf(part)]));
  switch (kind) {
    case 'list':
      return [inside];
    case 'object':
      return inside;
    case 'integer':
    case 'number':
      return -1;
    case 'words':
      return ['no-such-word'];
    default:
      return 'not valid ß';
  }
};

const isInvalid = (fault: Fault): fault is Fault & { kind: 'invalid' } => fault.kind === 'invalid';

it('each fault of an invalid passport field says what is allowed', () => {
  const fields = PASSPORT_FIELDS.filter(({ kind }) => !['texts', 'map', 'json'].includes(kind));
  const wrong = Object.fromEntries(fields.map((field) => [field.property, wrongOf(field)]));
  const schemes = { ...wrong, manufacturer: { operatorId: 'x', idScheme: 'gln' }, predecessors: ['no link'] };
  const found = [wrong, schemes].flatMap((values) => faultsIn(fields, values)).filter(isInvalid);
  const notice = noticeFaults({ text: { en: 'Recalled' }, link: 'no link' }).filter(isInvalid);
  const all = [...found, ...notice].map(({ field, rule }) => [field.replace(/\[\d+\]/g, ''), rule]);
  expect(all.filter(([, rule]) => rule === undefined || rule === '')).toEqual([]);
  expect(Object.fromEntries(all)).toMatchObject({
    gtin: 'GTINs with a valid check digit',
    country_of_origin: 'ISO 3166-1 alpha-2 country codes',
    'manufacturer.operator_id': 'valid identifiers of the scheme "gln"',
    predecessors: 'passport IDs, and absolute http and https URLs with at most 1000 characters, without duplicates',
    link: 'absolute http and https URLs without user information',
  });
});
