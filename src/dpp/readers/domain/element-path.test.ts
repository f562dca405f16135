import { elementPath, nodeAt } from './element-path.js';

const passport = { carbon_footprint: { value: 3 }, list: [{ a: 'x' }], "it's": true };

it.each([
  ['$.carbon_footprint.value', 3],
  ["$['carbon_footprint']['value']", 3],
  ['$["list"][0].a', 'x'],
  ["$['it\\'s']", true],
  ['$', passport],
  ['$.list[1]', undefined],
  ['$.constructor', undefined],
  ['$.list.a', undefined],
])('%s leads to %j', (path, node) => {
  expect(nodeAt(passport, elementPath(path) ?? ['none'])).toEqual(node);
});

it.each(['$[', 'carbon_footprint', '$.*', '$..a', '$.list[?@.a]', '$.list[0:1]', '$.list[-1]', '$.', '$[01]'])(
  '%s names no one node',
  (path) => expect(elementPath(path)).toBeUndefined(),
);
