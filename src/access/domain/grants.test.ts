import { addedRights, gainedRights, missingRight } from './grants.js';
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

describe('nobody grants a right they have not got', () => {
  const clerk = actorWith(['_Access::save', '_A::all', '_B::save']);

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
