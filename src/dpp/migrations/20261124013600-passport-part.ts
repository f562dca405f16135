import {
  addColumn,
  addIndex,
  createTable,
  id,
  index,
  int,
  json,
  type Migration,
  NULL,
  unique,
  varchar,
} from '../../../libs/database/index.js';

/** What versions of passports share, by digest (passports-readers.md, "A version in parts"). */
const CREATE_PASSPORT_PART = createTable(
  '20261124013600-passport-part',
  'passport_part',
  [id(), varchar('digest', 43), json('body')],
  [unique('passport_part_digest', 'digest')],
);

const PUBLICATION = 'passport_publication';

/** What can be computed needn't stand in each row of the index of what is public. */
const COMPUTED = ['image_url', 'public_url', 'qr_url', 'jsonld_url', 'content_digest'] as const;

const dropComputed: Migration = {
  name: '20261124014200-published-passport-computed',

  async up(runner) {
    for (const column of COMPUTED)
      if (await runner.hasColumn('published_passport', column)) await runner.dropColumn('published_passport', column);
  },

  /** Builds before compute nothing: what was published meanwhile has to be published again. */
  async down(runner) {
    for (const column of COMPUTED)
      await addColumn(column, 'published_passport', varchar(column, 1000, NULL)).up(runner);
  },
};

/** Nothing asks by these: texts are looked for in lower case, and stores behind something else. */
const UNNEEDED = [
  ['store_id'],
  ['mpn', 'passport_id', 'store_id', 'valid_from', 'valid_to'],
  ['espr_category', 'passport_id', 'store_id', 'valid_from', 'valid_to'],
] as const;

const indexOf = (columns: readonly string[]): Migration => {
  const [first = ''] = columns;
  const name = columns.length === 1 ? 'published_passport_store' : `published_passport_${first}_listed`;
  return addIndex(name, 'published_passport', index(name, ...columns));
};

/**
 * Publications refer to the bodies of their parts, by a form that says how they are read; those before have their bytes
 * in their row. `digests` are of the public view and of each part.
 */
export const PASSPORT_PARTS: readonly Migration[] = [
  CREATE_PASSPORT_PART,
  addColumn('20261124013610-passport-publication-form', PUBLICATION, int('form', NULL)),
  addColumn('20261124013620-passport-publication-part-one', PUBLICATION, int('part_1', NULL)),
  addColumn('20261124013630-passport-publication-part-two', PUBLICATION, int('part_2', NULL)),
  addColumn('20261124013640-passport-publication-part-three', PUBLICATION, int('part_3', NULL)),
  addColumn('20261124013650-passport-publication-part-four', PUBLICATION, int('part_4', NULL)),
  addColumn('20261124013700-passport-publication-digests', PUBLICATION, varchar('digests', 255, NULL)),
  addColumn('20261124013800-passport-version-content', 'passport_version', int('content_part', NULL)),
  dropComputed,
  ...UNNEEDED.map((columns, at): Migration => ({
    name: `2026112401430${at}-published-passport-without-${String(columns[0]).replaceAll('_', '-')}`,
    up: (runner) => indexOf(columns).down(runner),
    down: (runner) => indexOf(columns).up(runner),
  })),
];
