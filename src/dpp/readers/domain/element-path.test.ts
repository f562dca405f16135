import { elementPath, nodeAt } from './element-path.js';

const passport = { carbon_footprint: { value: 3 }, list: [{ a: 'x' }], "it's": true, 'a"b\\': 1, größe: 2, '😀\n': 4 };

it.each([
  ['$.carbon_footprint.value', 3],
  ["$['carbon_footprint']['value']", 3],
  ['$["list"][0].a', 'x'],
  ["$['it\\'s']", true],
  ['$', passport],
  ['$.list[1]', undefined],
  ['$.constructor', undefined],
  ['$.list.a', undefined],
  ['$.list[-1].a', 'x'],
  ['$.list[-2]', undefined],
  ['$ .list \t[ 0\n] [ "a" ]', 'x'],
  ["$[ 'carbon_footprint' ].value", 3],
  ['$["carbon\\u005ffootprint"].value', 3],
  ["$['carbon\\u005Ffootprint'].value", 3],
  ["$['a\"b\\\\']", 1],
  ['$["a\\"b\\\\"]', 1],
  ['$["it\'s"]', true],
  ['$.größe', 2],
  ["$['\\uD83D\\uDE00\\n']", 4],
  ['$["😀\\n"]', 4],
])('the path %s selects %j', (path, node) => {
  expect(nodeAt(passport, elementPath(path) ?? ['none'])).toEqual(node);
});

it.each([
  ...['$[', 'carbon_footprint', '$.*', '$[*]', '$..a', '$..[0]', '$.list[?@.a]', '$.list[0:1]', '$.list[:]', '$.list[0,1]', "$['a','b']", '$.'],
  ...['$[01]', '$[-0]', '$[1.0]', '$[9007199254740992]', '$. list', ' $.list', '$.list ', '$.a-b', '$.1', "$['a]", '$["a\']', '$[]', '$[a]'],
  ...['$["it\\\'s"]', "$['a\\\"b']", "$['\\x']", "$['\\u12']", "$['\\uD83D']", "$['\\uDE00']", "$['\n']"],
])('the path %j is rejected, because it does not select exactly one node', (path) => expect(elementPath(path)).toBeUndefined()); // prettier-ignore
