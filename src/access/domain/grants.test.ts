import { addedRights, gainedRights, missingRight, outgrows } from './grants.js';
import { actorWith, ROOT } from './rights.js';

const holder = (isActive: boolean, ...resources: readonly string[]) => ({ isActive, resources });

describe('what a change of rights adds', () => {
  it.each([
    [[], ['_A::save'], ['_A::save']],
    [['_A::save'], ['_A::save'], []],
    [['_A::save', '_B::save'], ['_A::save'], []],
    [['_A::all'], ['_A::save'], []],
    [['_A::save'], ['_A::all'], ['_A::all']],
    [[ROOT], ['_A::all', '_B::save'], []],
    [['_A::all'], ['_A::all', ROOT], [ROOT]],
  ])('from %j to %j: %j', (before, after, expected) => {
    expect(addedRights(before, after)).toEqual(expected);
  });
});

describe('what an account gains', () => {
  it.each([
    ['a new one all', undefined, holder(true, '_A::save'), ['_A::save']],
    ['a new one all, even while it sleeps', undefined, holder(false, '_A::save'), ['_A::save']],
    ['one that wakes all', holder(false, '_A::save'), holder(true, '_A::save'), ['_A::save']],
    ['one that stays as it is nothing', holder(true, '_A::save'), holder(true, '_A::save'), []],
    ['one that falls asleep nothing', holder(true, '_A::save'), holder(false, '_A::save'), []],
    ['another role what it adds', holder(true, '_A::save'), holder(true, '_A::save', '_B::save'), ['_B::save']],
    ['a sleeping one what its new role adds', holder(false, '_A::save'), holder(false, '_B::save'), ['_B::save']],
    ['one that wakes with a weaker role that role', holder(false, ROOT), holder(true, '_A::save'), ['_A::save']],
  ])('%s', (_, before, after, expected) => {
    expect(gainedRights(before, after)).toEqual(expected);
  });
});

describe('a password or secret goes when its account gains what the setter had not', () => {
  it.each([
    ['nothing gained', ['_A::save'], ['_A::save'], ['_A::save'], false],
    ['a right lost', ['_A::save', '_B::save'], ['_A::save'], ['_A::save', '_B::save'], false],
    ['gained, and held by the setter', ['_A::save'], ['_A::save', '_B::save'], ['_A::save', '_B::all'], false],
    ['gained, and not held', ['_A::save'], ['_A::save', '_B::save'], ['_A::save'], true],
    ['a parent of what the setter held', ['_A::save'], ['_A::all'], ['_A::save', '_A::manage'], true],
    ['a child of what the account has', ['_A::all'], ['_A::all', '_A::save'], [], false],
    ['set by one with everything', [], [ROOT], [ROOT], false],
    ['set by nobody knows whom, nothing gained', ['_A::save'], ['_A::save'], undefined, false],
    ['set by nobody knows whom, gained', ['_A::save'], ['_A::save', '_B::save'], undefined, true],
  ])('%s', (_, before, after, setter, expected) => {
    expect(outgrows(before, after, setter)).toBe(expected);
  });
});

describe('nobody grants a right they have not got', () => {
  const clerk = actorWith('admin', 7, ['_Access::save', '_A::all', '_B::save']);

  it.each([
    [[], undefined],
    [['_A::save', '_A::all', '_B::save', '_Access::save'], undefined],
    [['_A::save', '_B::manage', '_C::save'], '_B::manage'],
    [['_B::all'], '_B::all'],
    [[ROOT], ROOT],
  ])('%j lacks %s', (rights, missing) => {
    expect(missingRight(clerk, rights)).toBe(missing);
  });
});
