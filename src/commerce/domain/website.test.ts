import { change, plain, say } from '../../../libs/kernel/index.js';
import { type WebsiteFacts, websiteFaults, websiteDeletionFault, websiteScopes } from './website.js';

const BASE: WebsiteFacts = { id: 1, code: 'base', name: 'Main', baseCurrency: 'USD', timezone: 'UTC', isDefault: 1 };
const ADMIN: WebsiteFacts = { ...BASE, id: 0, code: 'admin', name: 'Admin', isDefault: 0 };
const OTHER: WebsiteFacts = { ...BASE, id: 2, code: 'eu', isDefault: 0 };
const EVERYTHING = [change('everything')];

const messagesOf = (faults: readonly Parameters<typeof say>[0][]) => faults.map((fault) => plain(say(fault)));

describe('a website', () => {
  it.each<[string, WebsiteFacts, WebsiteFacts | undefined, string[]]>([
    ['can be created', OTHER, undefined, []],
    ['can be created as the default', { ...OTHER, isDefault: 1 }, undefined, []],
    ['can become the default', { ...OTHER, isDefault: 1 }, OTHER, []],
    ['can be renamed', { ...BASE, name: 'x' }, BASE, []],
    [
      'cannot stop being the default by itself',
      { ...BASE, isDefault: 0 },
      BASE,
      ['A default website is required. Make another website the default instead.'],
    ],
    ['0 can be sent back unchanged', { ...ADMIN }, ADMIN, []],
    ...(
      [
        ['code', { code: 'x' }],
        ['name', { name: 'x' }],
        ['currency', { baseCurrency: 'EUR' }],
        ['time zone', { timezone: 'Asia/Tokyo' }],
        ['default flag', { isDefault: 1 }],
      ] as const
    ).map(([what, patch]): [string, WebsiteFacts, WebsiteFacts, string[]] => [
      `0 cannot get another ${what}`,
      { ...ADMIN, ...patch },
      ADMIN,
      ['Website 0 represents all websites and cannot be changed. Change another website instead.'],
    ]),
  ])('%s', (_, next, previous, expected) => {
    expect(messagesOf(websiteFaults(next, previous))).toEqual(expected);
  });

  it('can be deleted unless it is 0 or the default', () => {
    expect(
      messagesOf([websiteDeletionFault(ADMIN), websiteDeletionFault(BASE)].flatMap((fault) => fault ?? [])),
    ).toEqual([
      'Website 0 represents all websites and cannot be deleted.',
      'The default website cannot be deleted. Make another website the default first.',
    ]);
    expect(websiteDeletionFault(OTHER)).toBeUndefined();
  });

  it.each<[string, WebsiteFacts | undefined, WebsiteFacts | undefined, readonly unknown[]]>([
    ['creation', undefined, OTHER, EVERYTHING],
    ['deletion', OTHER, undefined, EVERYTHING],
    ['another currency', OTHER, { ...OTHER, baseCurrency: 'EUR' }, EVERYTHING],
    ['another time zone', OTHER, { ...OTHER, timezone: 'Asia/Tokyo' }, EVERYTHING],
    ['becoming the default', OTHER, { ...OTHER, isDefault: 1 }, EVERYTHING],
    ['another code', OTHER, { ...OTHER, code: 'x' }, EVERYTHING],
    ['nothing for another name', OTHER, { ...OTHER, name: 'x' }, []],
  ])('writes to the change log: %s', (_, previous, next, expected) => {
    expect(websiteScopes(previous, next)).toEqual(expected);
  });
});
