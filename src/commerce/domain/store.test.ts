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
  ])('can have the code "%s": %s', (code, expected) => {
    expect(STORE_CODE.test(code)).toBe(expected);
  });

  it.each(['all', 'admin', 'v1', 'v20'])('cannot have the code %s, which is reserved in URL paths', (code) => {
    expect(messagesOf(storeFaults({ ...DE, code }, undefined))).toEqual([
      `Invalid value of "${code}" provided for the code field. Allowed: codes other than all, admin, v1, v2 and so on, which are reserved for URL paths.`,
    ]);
  });

  it.each(['alles', 'administration', 'v', 'v1a', 'vat'])('can have the code %s', (code) => {
    expect(storeFaults({ ...DE, code }, undefined)).toEqual([]);
  });

  it.each<[string, StoreFacts, StoreFacts | undefined, string[]]>([
    [
      'cannot belong to website 0',
      { ...DE, websiteId: 0 },
      undefined,
      ['Invalid value of "0" provided for the website_id field. Allowed: a website other than 0.'],
    ],
    ['can become the default', { ...DE, isDefault: 1 }, DE, []],
    ['cannot stop being the default by itself', { ...EN, isDefault: 0 }, EN, NO_DEFAULT],
    ['can move to another website without becoming its default', { ...EN, isDefault: 0, websiteId: 2 }, EN, []],
    ['0 can be sent back unchanged', { ...ALL }, ALL, []],
    ['0 cannot get another name', { ...ALL, name: 'x' }, ALL, FIXED],
    ['0 cannot get another code', { ...ALL, code: 'x' }, ALL, FIXED],
    ['0 cannot get another website', { ...ALL, websiteId: 1 }, ALL, FIXED],
    ['0 cannot get a locale', { ...ALL, locale: 'en_GB' }, ALL, FIXED],
    ['0 cannot get an issuer', { ...ALL, issuer: { name: 'x', url: null, operatorId: null } }, ALL, FIXED],
    ['0 cannot become the default', { ...ALL, isDefault: 1 }, ALL, FIXED],
  ])('%s', (_, next, previous, expected) => {
    expect(messagesOf(storeFaults(next, previous))).toEqual(expected);
  });

  it('can be deleted unless it is 0 or a default', () => {
    expect(messagesOf([storeDeletionFault(ALL), storeDeletionFault(EN)].flatMap((fault) => fault ?? []))).toEqual([
      'Store view 0 represents all store views and cannot be deleted.',
      'The default store view cannot be deleted. Make another store view the default first.',
    ]);
    expect(storeDeletionFault(DE)).toBeUndefined();
  });

  it.each<[string, StoreFacts | undefined, StoreFacts | undefined, readonly unknown[]]>([
    ['creation', undefined, DE, EVERYTHING],
    ['deletion', DE, undefined, EVERYTHING],
    ['another website', DE, { ...DE, websiteId: 2 }, EVERYTHING],
    ['another code', DE, { ...DE, code: 'x' }, EVERYTHING],
    ['becoming the default', DE, { ...DE, isDefault: 1 }, EVERYTHING],
    ['nothing for another name', DE, { ...DE, name: 'x' }, []],
    ['nothing for another locale', DE, { ...DE, locale: 'de_DE' }, []],
    ['nothing for another issuer', DE, { ...DE, issuer: { name: 'x', url: null, operatorId: null } }, []],
  ])('writes to the change log: %s', (_, previous, next, expected) => {
    expect(storeScopes(previous, next)).toEqual(expected);
  });
});
