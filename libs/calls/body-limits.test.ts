import type { BodyLimit } from '../operations/index.js';
import { WireSettings } from '../web/index.js';
import { bodyRules } from './body-limits.js';

const rulesOf = (limit: BodyLimit, bodyMaxBytes: number) =>
  bodyRules(
    { kind: 'plain', fields: [], refused: {}, limit },
    new WireSettings({ bodyMaxBytes, questionMaxBytes: 3000, tokenMaxBytes: 2000 }),
  );

describe('body limits', () => {
  it.each([
    ['a price question', 'question', 3000],
    ['a sign-in', 'sign-in', 2000],
  ] as const)('give %s its own limit, at most the general one', (_name, limit, own) => {
    expect(rulesOf(limit, 5000)).toEqual({ limit: own, setting: undefined, kind: 'usual' });
    expect(rulesOf(limit, 1000)).toEqual({ limit: 1000, setting: 'BODY_MAX_KB', kind: 'usual' });
  });
});
