import type { JsonObject } from '../../passport/domain/index.js';
import { aContent } from '../../../../test/support/passport-content.js';
import { filledFrom, stillTaken, withoutTaken } from './sheets.js';

const EMPTY = {
  productName: null,
  imageUrl: null,
  esprCategory: null,
  gtin: null,
  mpn: null,
  countryOfOrigin: null,
  hsCode: null,
  manufacturer: null,
};
const MODEL = aContent({ sku: 'MODEL', hasBms: true, ratedEnergyWh: 545, predecessorId: 4, predecessors: ['4'] });

it('filledFrom fills empty fields of an item from its batch, then its model', () => {
  const item = aContent({
    ...EMPTY,
    sku: 'ITEM',
    serial: 'S-1',
    hasBms: false,
    dppPayload: { a: 1, b: [], c: null, d: { e: 1 } },
  });
  const batch = aContent({ ...EMPTY, batch: 'L-1', countryOfOrigin: 'HU', dppPayload: { c: 'batch', d: { f: 2 } } });
  const model = { ...MODEL, dppPayload: { a: 2, b: [1], c: 'model', d: { e: 3, f: 3, g: 3 }, h: 4 } };
  expect(filledFrom(item, [batch, model]).content).toEqual({
    ...MODEL,
    sku: 'ITEM',
    serial: 'S-1',
    batch: null,
    predecessorId: null,
    predecessors: [],
    countryOfOrigin: 'HU',
    hasBms: false,
    dppPayload: { a: 1, b: [], c: 'batch', d: { e: 1, f: 2, g: 3 }, h: 4 },
  });
});

it('filledFrom inherits neither manufacturer nor parties if the item sets one of them', () => {
  const model = aContent({ parties: [PARTY] });
  expect(filledFrom(aContent({ parties: [] }), [model]).content.parties).toEqual([]);
  expect(filledFrom(aContent({ manufacturer: null }), [model]).content).toMatchObject({
    manufacturer: model.manufacturer,
    parties: [PARTY],
  });
});

describe('reasons in not_applicable', () => {
  const sheet = aContent({ notApplicable: { '/a': 'sheet', '/l/b': 'sheet', '/c': 'sheet' }, dppPayload: { d: 4 } });
  const said = (notApplicable: Readonly<Record<string, string>> | null, dppPayload: JsonObject) => {
    const { content, taken } = filledFrom(aContent({ notApplicable, dppPayload }), [sheet]);
    return [content.notApplicable, content.dppPayload['d'], taken.includes('/not_applicable')];
  };
  it.each<[string, Readonly<Record<string, string>> | null, JsonObject, readonly unknown[]]>([
    ['are inherited from the sheet', null, {}, [{ '/a': 'sheet', '/l/b': 'sheet', '/c': 'sheet' }, 4, true]],
    ['are not inherited for fields with a value', null, { a: 0, l: [{}, { b: 1 }] }, [{ '/c': 'sheet' }, 4, true]],
    ['are null if all fields have a value', null, { a: 1, l: [{ b: 1 }], c: false }, [null, 4, false]],
    ['are empty if the item has an empty map', {}, {}, [{}, 4, false]],
    [
      "keep out the value of the sheet if they are the item's own",
      { '/d': 'own' },
      {},
      [{ '/d': 'own' }, undefined, false],
    ],
  ])('%s', (_, own, payload, expected) => {
    expect(said(own, payload)).toEqual(expected);
  });
});

it('filledFrom changes nothing without sheets', () => {
  expect(filledFrom(MODEL, [])).toEqual({ content: MODEL, taken: [] });
});

describe('values taken from sheets', () => {
  const own = aContent({ ...EMPTY, sku: 'ITEM', serial: 'S-1', parties: [], dppPayload: { a: 1, d: { e: 1 } } });
  const sheet = {
    ...MODEL,
    dppPayload: { a: 2, 'b/~': [1], d: { e: 3, f: 3 }, g: { h: { i: 1, j: 2 }, k: 3 }, l: null },
  };
  const { content, taken } = filledFrom(own, [sheet]);

  it('are recorded by pointers, one per whole object, and can be removed again', () => {
    const payload = ['/dpp_payload/b~1~0', '/dpp_payload/d/f', '/dpp_payload/g'];
    const envelope = ['product_name', 'image_url', 'espr_category', 'gtin', 'mpn', 'country_of_origin', 'hs_code', 'manufacturer', 'has_bms', 'rated_energy_wh']; // prettier-ignore
    expect([...taken].sort()).toEqual([...payload, ...envelope.map((name) => `/${name}`)].sort());
    expect(withoutTaken(content, taken)).toEqual(own);
    expect(filledFrom(withoutTaken(content, taken), [sheet])).toEqual({ content, taken });
  });

  it('stay recorded until they change, and objects keep their unchanged members', () => {
    expect(stillTaken(taken, content, { ...content, sku: 'OTHER' })).toEqual(taken);
    const payload = { ...content.dppPayload, g: { h: { i: 9, j: 2 }, k: 3 }, d: { e: 1 } };
    const still = stillTaken(taken, content, { ...content, hasBms: false, dppPayload: payload });
    const lost = ['/has_bms', '/dpp_payload/d/f', '/dpp_payload/g'];
    const kept = taken.filter((pointer) => !lost.includes(pointer));
    expect([...still].sort()).toEqual([...kept, '/dpp_payload/g/h/j', '/dpp_payload/g/k'].sort());
  });

  it('exclude manufacturer and parties as soon as one of the two changes', () => {
    const parties = [{ ...PARTY, role: 'repurposer' as const }];
    const both = ['/manufacturer', '/parties', '/gtin'];
    expect(stillTaken(both, { ...content, parties: [PARTY] }, { ...content, parties: [PARTY, ...parties] })).toEqual(['/gtin']); // prettier-ignore
  });
});

const PARTY = {
  role: 'importer' as const,
  name: 'I',
  ids: [],
  address: null,
  country: null,
  email: null,
  url: null,
  since: null,
};
