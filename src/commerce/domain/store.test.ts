import { change, plain, say } from '../../../libs/kernel/index.js';
import { STORE_CODE, type StoreFacts, storeFaults, storeDeletionFault, storeScopes } from './store.js';

const EN: StoreFacts = {
  id: 1,
  code: 'default',
  name: 'English',
  websiteId: 1,
  isDefault: 1,
  locale: null,
  issuer: null,
};
const DE: StoreFacts = { ...EN, id: 2, code: 'de', isDefault: 0 };
const ALL: StoreFacts = { ...EN, id: 0, code: 'admin', name: 'All', websiteId: 0, isDefault: 0 };
const EVERYTHING = [change('everything')];
const FIXED = ['Store view 0 represents all store views and cannot be changed.'];
const NO_DEFAULT = ['Each website requires a default store view. Make another store view the default instead.'];

const messagesOf = (faults: readonly Parameters<typeof say>[0][]) => faults.map((fault) => plain(say(fault)));

describe('a store view', () => {
  it.each([
    ['en', true],
    ['en_gb_2', true],
    ['v1a', true],
    ['EN', false],
    ['1en', false],
    ['_en', false],
    ['en-gb', false],
    ['en gb', false],
    ['é', false],
    ['', false],
  ])('may be called "%s": %s', (code, expected) => {
    expect(STORE_CODE.test(code)).toBe(expected);
  });

  it.each(['all', 'admin', 'v1', 'v20'])("can't be called %s: a path reads that otherwise", (code) => {
    expect(messagesOf(storeFaults({ ...DE, code }, undefined))).toEqual([
      `Invalid value of "${code}" provided for the code field. Allowed: codes other than all, admin, v1, v2 and so on, which are reserved for URL paths.`,
    ]);
  });

  it.each(['alles', 'administration', 'v', 'v1a', 'vat'])('may be called %s', (code) => {
    expect(storeFaults({ ...DE, code }, undefined)).toEqual([]);
  });

  it.each<[string, StoreFacts, StoreFacts | undefined, string[]]>([
    [
      'of all websites',
      { ...DE, websiteId: 0 },
      undefined,
      ['Invalid value of "0" provided for the website_id field. Allowed: a website other than 0.'],
    ],
    ['becomes default', { ...DE, isDefault: 1 }, DE, []],
    ['gives up being default', { ...EN, isDefault: 0 }, EN, NO_DEFAULT],
    ['is not the default one of the website it moves to', { ...EN, isDefault: 0, websiteId: 2 }, EN, []],
    ['0, sent back as it is', { ...ALL }, ALL, []],
    ['0 with another name', { ...ALL, name: 'x' }, ALL, FIXED],
    ['0 with another code', { ...ALL, code: 'x' }, ALL, FIXED],
    ['0 with another website', { ...ALL, websiteId: 1 }, ALL, FIXED],
    ['0 with a locale', { ...ALL, locale: 'en_GB' }, ALL, FIXED],
    ['0 with an issuer', { ...ALL, issuer: { name: 'x', url: null, operatorId: null } }, ALL, FIXED],
    ['0 as default', { ...ALL, isDefault: 1 }, ALL, FIXED],
  ])('%s', (_, next, previous, expected) => {
    expect(messagesOf(storeFaults(next, previous))).toEqual(expected);
  });

  it('0 and the default one stay, any other may go', () => {
    expect(messagesOf([storeDeletionFault(ALL), storeDeletionFault(EN)].flatMap((fault) => fault ?? []))).toEqual([
      'Store view 0 represents all store views and cannot be deleted.',
      'The default store view cannot be deleted. Make another store view the default first.',
    ]);
    expect(storeDeletionFault(DE)).toBeUndefined();
  });

  it.each<[string, StoreFacts | undefined, StoreFacts | undefined, readonly unknown[]]>([
    ['new', undefined, DE, EVERYTHING],
    ['gone', DE, undefined, EVERYTHING],
    ['website', DE, { ...DE, websiteId: 2 }, EVERYTHING],
    ['code', DE, { ...DE, code: 'x' }, EVERYTHING],
    ['default', DE, { ...DE, isDefault: 1 }, EVERYTHING],
    ['name', DE, { ...DE, name: 'x' }, []],
    ['locale', DE, { ...DE, locale: 'de_DE' }, []],
    ['issuer', DE, { ...DE, issuer: { name: 'x', url: null, operatorId: null } }, []],
  ])('tells the change log: %s', (_, previous, next, expected) => {
    expect(storeScopes(previous, next)).toEqual(expected);
  });
});
