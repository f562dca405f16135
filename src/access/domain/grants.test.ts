import { addedRights, gainedRights, missingRight, outgrows } from './grants.js';
import { actorWith, ROOT } from './rights.js';

const holder = (isActive: boolean, ...resources: readonly string[]) => ({ isActive, resources });

describe('addedRights', () => {
  it.each([
    [[], ['_A::save'], ['_A::save']],
    [['_A::save'], ['_A::save'], []],
    [['_A::save', '_B::save'], ['_A::save'], []],
    [['_A::all'], ['_A::save'], []],
    [['_A::save'], ['_A::all'], ['_A::all']],
    [[ROOT], ['_A::all', '_B::save'], []],
    [['_A::all'], ['_A::all', ROOT], [ROOT]],
  ])('for a change from %j to %j returns %j', (before, after, expected) => {
    expect(addedRights(before, after)).toEqual(expected);
  });
});

describe('gainedRights', () => {
  it.each([
    ['returns all rights of a new account', undefined, holder(true, '_A::save'), ['_A::save']],
    ['returns all rights of a new account that is inactive', undefined, holder(false, '_A::save'), ['_A::save']],
    [
      'returns all rights of an account that is activated',
      holder(false, '_A::save'),
      holder(true, '_A::save'),
      ['_A::save'],
    ],
    ['returns nothing for an unchanged account', holder(true, '_A::save'), holder(true, '_A::save'), []],
    ['returns nothing for an account that is deactivated', holder(true, '_A::save'), holder(false, '_A::save'), []],
    [
      'returns the rights that another role adds',
      holder(true, '_A::save'),
      holder(true, '_A::save', '_B::save'),
      ['_B::save'],
    ],
    [
      'returns the rights that another role adds to an inactive account',
      holder(false, '_A::save'),
      holder(false, '_B::save'),
      ['_B::save'],
    ],
    [
      'returns the rights of a weaker role with which an account is activated',
      holder(false, ROOT),
      holder(true, '_A::save'),
      ['_A::save'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(gainedRights(before, after)).toEqual(expected);
  });
});

describe('a password or secret', () => {
  it.each([
    ['stays when its account gains nothing', ['_A::save'], ['_A::save'], ['_A::save'], false],
    ['stays when its account loses a right', ['_A::save', '_B::save'], ['_A::save'], ['_A::save', '_B::save'], false],
    [
      'stays when its setter holds the gained right',
      ['_A::save'],
      ['_A::save', '_B::save'],
      ['_A::save', '_B::all'],
      false,
    ],
    [
      'is removed when its setter does not hold the gained right',
      ['_A::save'],
      ['_A::save', '_B::save'],
      ['_A::save'],
      true,
    ],
    [
      'is removed when its setter holds only children of the gained right',
      ['_A::save'],
      ['_A::all'],
      ['_A::save', '_A::manage'],
      true,
    ],
    ['stays when the account gains a child of a right it has', ['_A::all'], ['_A::all', '_A::save'], [], false],
    ['stays when its setter holds all rights', [], [ROOT], [ROOT], false],
    ['stays when its setter is unknown and its account gains nothing', ['_A::save'], ['_A::save'], undefined, false],
    [
      'is removed when its setter is unknown and its account gains a right',
      ['_A::save'],
      ['_A::save', '_B::save'],
      undefined,
      true,
    ],
  ])('%s', (_, before, after, setter, expected) => {
    expect(outgrows(before, after, setter)).toBe(expected);
  });
});

describe('the first right that an administrator cannot grant', () => {
  const clerk = actorWith('admin', 7, ['_Access::save', '_A::all', '_B::save']);

  it.each([
    [[], undefined],
    [['_A::save', '_A::all', '_B::save', '_Access::save'], undefined],
    [['_A::save', '_B::manage', '_C::save'], '_B::manage'],
    [['_B::all'], '_B::all'],
    [[ROOT], ROOT],
  ])('among %j is %s', (rights, missing) => {
    expect(missingRight(clerk, rights)).toBe(missing);
  });
});
