import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/dpp/passport/domain/index.js';
import { DISCLOSURES } from '../../src/dpp/templates/domain/template.js';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

/** Random nested schemas with disclosures anywhere, and payloads whose hidden values contain the marker. */
interface Grown {
  readonly schema: JsonObject;
  readonly value: Json;
}
export const MARKER = 'm4rk3r';

const grown = (isHidden: boolean, depth: number): fc.Arbitrary<Grown> =>
  fc.constantFrom(...DISCLOSURES, undefined, undefined, undefined).chain((said) => {
    const hides = isHidden || (said !== undefined && said !== 'public');
    const own: JsonObject = said === undefined ? {} : { 'x-disclosure': said };
    const leaf = fc.constant<Grown>({ schema: { type: 'string', ...own }, value: hides ? MARKER : 'seen' });
    if (depth === 0) return leaf;
    const members = fc.array(grown(hides, depth - 1), { minLength: 1, maxLength: 3 }).map((inside): Grown => ({
      schema: object(Object.fromEntries(inside.map(({ schema }, index) => [`p${index}`, schema])), own),
      value: Object.fromEntries(inside.map(({ value }, index) => [`p${index}`, value])),
    }));
    const list = grown(hides, depth - 1).map(({ schema, value }): Grown => ({
      schema: { type: 'array', items: schema, ...own },
      value: [value, value],
    }));
    return fc.oneof(leaf, members, list);
  });

export const hidingWorlds = fc
  .array(grown(false, 3), { minLength: 1, maxLength: 4 })
  .map((inside): { readonly schema: JsonObject; readonly payload: JsonObject } => ({
    schema: object(Object.fromEntries(inside.map(({ schema }, index) => [`p${index}`, schema]))),
    payload: Object.fromEntries(inside.map(({ value }, index) => [`p${index}`, value])),
  }));
