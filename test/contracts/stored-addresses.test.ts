import type { Field } from '../../libs/records/index.js';
import { declaredResources } from '../support/declared-resources.js';

/** Checked by the rules of their records: documents-records.test.ts and the web addresses of passports. */
const BY_RULE = ['document.externalUrl', 'passportVersion.'];

const addressesIn = (fields: readonly Field[], at: string): readonly (readonly [string, Field])[] =>
  fields.flatMap((field) => {
    const { access, kind, property } = field;
    const name = `${at}.${property}`;
    if (access === 'read') return [];
    if ('fields' in kind) return addressesIn(kind.fields, name);
    return kind.type === 'string' && /url$|^endpoint$|^link$/i.test(property) ? [[name, field] as const] : [];
  });

describe('URL fields of records', () => {
  it('reject invalid percent codes', async () => {
    const all = (await declaredResources()).all.flatMap(({ resource, fields }) => addressesIn(fields, resource));
    const checked = all.filter(([name]) => !BY_RULE.some((rule) => name.startsWith(rule)));
    expect(checked.map(([name]) => name).toSorted()).toEqual([
      'integration.endpoint',
      'integration.identityLinkUrl',
      'store.issuer.url',
      'webhook.url',
    ]);
    const takes = (text: string) =>
      checked.filter(([, { kind }]) => kind.type === 'string' && kind.accepts?.(text) !== false).map(([name]) => name);
    expect(takes('https://erp.example/%C3%BC?a=%20')).toEqual(checked.map(([name]) => name));
    expect([takes('https://erp.example/%zz'), takes('https://erp.example/100%')]).toEqual([[], []]);
  });
});
