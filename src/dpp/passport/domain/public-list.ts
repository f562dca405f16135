import { SHOWN_FIELDS } from './passport.js';

/** How the public list is asked by a field: which index answers. */
export interface Way {
  readonly index: string;
  /** The property that holds the text in one case, and its index. */
  readonly beginning?: { readonly property: string; readonly index: string };
}

const PREFIX = 'published_passport_';

/** The index in whose order everything is walked through. */
export const LIST_INDEX = `${PREFIX}listed`;

/** By property, in the order in which refusals name them. */
export const WAYS: ReadonlyMap<string, Way> = new Map(
  SHOWN_FIELDS.flatMap(({ property, name, listed }) => (listed ? [{ property, name, ...listed }] : []))
    .toSorted((one, other) => one.place - other.place)
    .map(({ property, name, index = `${name}_listed`, beginning }) => [
      property,
      {
        // One index is enough for a text that has a key, unless more is asked by it.
        index: beginning === 'key' && index.endsWith('_listed') ? `${PREFIX}${name}_key_listed` : PREFIX + index,
        ...(beginning === 'itself' ? { beginning: { property, index: PREFIX + index } } : {}),
        ...(beginning === 'key'
          ? { beginning: { property: `${property}Key`, index: `${PREFIX}${name}_key_listed` } }
          : {}),
      },
    ]),
);
