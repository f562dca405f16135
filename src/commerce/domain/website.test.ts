import { change, plain, say } from '../../../libs/kernel/index.js';
import { type WebsiteFacts, websiteFaults, websiteDeletionFault, websiteScopes } from './website.js';

const BASE: WebsiteFacts = { id: 1, code: 'base', name: 'Main', baseCurrency: 'USD', timezone: 'UTC', isDefault: 1 };
const ADMIN: WebsiteFacts = { ...BASE, id: 0, code: 'admin', name: 'Admin', isDefault: 0 };
const OTHER: WebsiteFacts = { ...BASE, id: 2, code: 'eu', isDefault: 0 };
const EVERYTHING = [change('everything')];

const messagesOf = (faults: readonly Parameters<typeof say>[0][]) => faults.map((fault) => plain(say(fault)));

describe('a website', () => {
  it.each<[string, WebsiteFacts, WebsiteFacts | undefined, string[]]>([
    ['new', OTHER, undefined, []],
    ['new and default', { ...OTHER, isDefault: 1 }, undefined, []],
    ['becomes default', { ...OTHER, isDefault: 1 }, OTHER, []],
    ['is renamed', { ...BASE, name: 'x' }, BASE, []],
    [
      'gives up being default',
      { ...BASE, isDefault: 0 },
      BASE,
      ['A default website is required. Make another website the default instead.'],
    ],
    ['0, sent back as it is', { ...ADMIN }, ADMIN, []],
    ...(
      [
        ['code', { code: 'x' }],
        ['name', { name: 'x' }],
        ['currency', { baseCurrency: 'EUR' }],
        ['zone', { timezone: 'Asia/Tokyo' }],
        ['default', { isDefault: 1 }],
      ] as const
    ).map(([what, patch]): [string, WebsiteFacts, WebsiteFacts, string[]] => [
      `0 with another ${what}`,
      { ...ADMIN, ...patch },
      ADMIN,
      ['Website 0 represents all websites and cannot be changed. Change another website instead.'],
    ]),
  ])('%s', (_, next, previous, expected) => {
    expect(messagesOf(websiteFaults(next, previous))).toEqual(expected);
  });

  it('0 and the default one stay, any other may go', () => {
    expect(
      messagesOf([websiteDeletionFault(ADMIN), websiteDeletionFault(BASE)].flatMap((fault) => fault ?? [])),
    ).toEqual([
      'Website 0 represents all websites and cannot be deleted.',
      'The default website cannot be deleted. Make another website the default first.',
    ]);
    expect(websiteDeletionFault(OTHER)).toBeUndefined();
  });

  it.each<[string, WebsiteFacts | undefined, WebsiteFacts | undefined, readonly unknown[]]>([
    ['new', undefined, OTHER, EVERYTHING],
    ['gone', OTHER, undefined, EVERYTHING],
    ['currency', OTHER, { ...OTHER, baseCurrency: 'EUR' }, EVERYTHING],
    ['zone', OTHER, { ...OTHER, timezone: 'Asia/Tokyo' }, EVERYTHING],
    ['default', OTHER, { ...OTHER, isDefault: 1 }, EVERYTHING],
    ['code', OTHER, { ...OTHER, code: 'x' }, EVERYTHING],
    ['name', OTHER, { ...OTHER, name: 'x' }, []],
  ])('tells the change log: %s', (_, previous, next, expected) => {
    expect(websiteScopes(previous, next)).toEqual(expected);
  });
});
