import { SHOWN_FIELDS } from './passport.js';

/** The index used to search the public list by a field. */
export interface Way {
  readonly index: string;
  /** The property that holds the text in a single case, and its index. */
  readonly beginning?: { readonly property: string; readonly index: string };
}

const PREFIX = 'published_passport_';

/** The index for reading the whole list in order. */
export const LIST_INDEX = `${PREFIX}listed`;

/** Search indexes by property, in the order used in refusals. */
export const WAYS: ReadonlyMap<string, Way> = new Map(
  SHOWN_FIELDS.flatMap(({ property, name, listed }) => (listed ? [{ property, name, ...listed }] : []))
    .toSorted((one, other) => one.position - other.position)
    .map(({ property, name, index = `${name}_listed`, beginning }) => [
      property,
      {
        // A text with a key column needs only one index, unless it has an index of its own.
        index: beginning === 'key' && index.endsWith('_listed') ? `${PREFIX}${name}_key_listed` : PREFIX + index,
        ...(beginning === 'itself' ? { beginning: { property, index: PREFIX + index } } : {}),
        ...(beginning === 'key'
          ? { beginning: { property: `${property}Key`, index: `${PREFIX}${name}_key_listed` } }
          : {}),
      },
    ]),
);
