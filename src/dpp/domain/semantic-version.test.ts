import { compareVersions, isSemanticVersion } from './semantic-version.js';

it.each(['0.0.0', '1.2.3', '10.20.30', '1.0.0-rc.1', '1.0.0-alpha', '1.0.0-x-y.7'])('%s is one', (text) => {
  expect(isSemanticVersion(text)).toBe(true);
});

it.each(['', '1', '1.0', 'v1.0.0', '01.0.0', '1.0.0+build', '1.0.0-', '1.0.0-a..b', ' 1.0.0'])('%j is none', (text) => {
  expect(isSemanticVersion(text)).toBe(false);
});

it('stands in the order of the specification', () => {
  const ordered = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ];
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
});
