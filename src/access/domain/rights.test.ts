import { actorWith, covers, grantable, ROOT, shownRight, storedRight, SYSTEM, unknownRights } from './rights.js';

describe('held rights', () => {
  it.each([
    [['_Customerprice::save'], '_Customerprice::save', true],
    [['_Customerprice::manage', '_Customerprice::delete'], '_Customerprice::save', false],
    [['_Customerprice::save'], '_Customerprice::manage', false],
    [['_Customerprice::all'], '_Customerprice::save', true],
    [['_Customerprice::all'], '_Customerprice::all', true],
    [['_Customerprice::all'], '_Pricelist::save', false],
    [['_Customer::all'], '_Customerprice::save', false],
    [['_Customerprice::manage', '_Customerprice::save', '_Customerprice::delete'], '_Customerprice::all', false],
    [['_Customerprice::all'], ROOT, false],
    [[ROOT], '_Customerprice::save', true],
    [[ROOT], '_Customerprice::all', true],
    [[ROOT], ROOT, true],
    [[], '_Customerprice::manage', false],
  ])('%j cover %s: %s', (held, right, expected) => {
    expect(covers(new Set(held), right)).toBe(expected);
    expect(actorWith('integration', 3, held).holds(right)).toBe(expected);
  });

  it('of the operator cover every right', () => {
    expect(SYSTEM.holds('_Anything::all')).toBe(true);
  });
});

it('grantable returns the installed rights, their parents and the root', () => {
  expect([...grantable(['_Pricing::calculate', '_Pricing::manage'])]).toEqual([
    ROOT,
    '_Pricing::all',
    '_Pricing::calculate',
    '_Pricing::manage',
  ]);
});

describe('unknownRights', () => {
  const known = grantable(['_Pricing::calculate']);

  it.each([
    [[], ['_Pricing::calculate', '_Pricing::all', ROOT], []],
    [[], ['_Pricing::publish'], ['_Pricing::publish']],
    [[], ['Kontor::save', '_kontor::all', '', 'x'], ['Kontor::save', '_kontor::all', '', 'x']],
    [['_Dpp::manage'], ['_Dpp::manage', '_Dpp::save'], ['_Dpp::save']],
  ])('for a change from %j to %j returns %j', (before, after, expected) => {
    expect(unknownRights(known, before, after)).toEqual(expected);
  });
});

describe('the vendor prefix', () => {
  it.each([
    ['', '_Pricing::all', '_Pricing::all'],
    ['MageB2B', '_Pricing::all', 'MageB2B_Pricing::all'],
    ['MageB2B', ROOT, ROOT],
  ])('"%s" shows %s as %s and reads it back', (vendor, stored, shown) => {
    expect(shownRight(vendor, stored)).toBe(shown);
    expect(storedRight(vendor, shown)).toBe(stored);
  });

  it.each([
    ['MageB2B', '_Pricing::all'],
    ['MageB2B', 'Other_Pricing::all'],
    ['MageB2B', 'MageB2BPricing::all'],
    ['MageB2B', 'MageB2B'],
    ['', 'MageB2B_Pricing::all'],
  ])('"%s" does not accept the right %s', (vendor, shown) => {
    expect(storedRight(vendor, shown)).toBeUndefined();
  });
});
