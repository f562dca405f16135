import { RightMissing } from '../kernel/index.js';
import type { Field, Resource } from '../records/index.js';
import type { Caller } from '../operations/index.js';
import { fieldGuard } from './field-rights.js';
import { WireSettings } from './settings.js';

const RIGHT = '_Boxes::secrets';
const fields = [
  { name: 'code', property: 'code' },
  { name: 'secret_word', property: 'secretWord', alias: 'word', right: RIGHT },
] as unknown as readonly Field[];
const guard = fieldGuard({ fields } as Resource);

const holding = (...rights: readonly string[]): Caller =>
  ({ kind: 'integration', id: 1, holds: (right: string) => rights.includes(right) }) as Caller;

const guarded = (inputs: readonly object[], caller: Caller | undefined): unknown => {
  try {
    guard(inputs, caller, new WireSettings({ aclVendor: 'Test' }));
    return 'may';
  } catch (error) {
    return error;
  }
};

describe('a field that needs a right of its own (wire.md §6, "Rights of fields")', () => {
  it.each([
    [{ secret_word: 'a' }],
    [{ secretWord: 'a' }],
    [{ word: 'a' }],
    [{ secret_word: null }],
    [{ secret_word: '' }],
    [{ secret_word: undefined }],
  ])('is rejected under every name and with any value: %j', (input) => {
    for (const caller of [holding('_Boxes::save'), undefined])
      expect(guarded([{ code: 'a' }, input], caller)).toEqual(new RightMissing(`Test${RIGHT}`));
    expect(guarded([input], holding(RIGHT))).toBe('may');
  });

  it('does not affect other fields', () => {
    expect(guarded([{ code: 'a' }, {}], holding())).toBe('may');
  });
});
