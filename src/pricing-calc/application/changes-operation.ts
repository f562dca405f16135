import {
  BooleanField,
  type FieldOptions,
  InstantField,
  IntField,
  ObjectsField,
  StringField,
} from '../../../libs/records/index.js';
import type { LoggedChange } from '../../../libs/kernel/index.js';
import { answers, operation, takes } from '../../../libs/operations/index.js';
import { PRICE_SCOPES } from '../../../libs/pricing/index.js';
import { MANAGE } from './price-operations.js';
import { ReadChanges } from './read-changes.js';
const LIMIT_MAX = 10_000;

const Version = (about: string, options: Partial<FieldOptions> = {}): PropertyDecorator =>
  IntField({ about, max: Number.MAX_SAFE_INTEGER, example: 17, ...options });

class ChangesQuestion {
  @Version('The version after which to begin, itself excluded: the `next` of the page before', { default: 0 })
  readonly since!: number;

  @IntField({
    about: 'About so many entries; more where a version has more, since a page ends with a version',
    default: 1000,
    min: 1,
    max: LIMIT_MAX,
    example: 1000,
  })
  readonly limit!: number;
}

class ChangeEntry {
  @Version('The version that the change made')
  readonly version!: number;

  @InstantField({ about: 'When it was written' })
  readonly at!: Date;

  @StringField({ about: 'What it is about', words: PRICE_SCOPES })
  readonly scope!: string;

  @IntField({ about: 'Id of that one; null: all of its kind', nullable: true, example: 42 })
  readonly id!: number | null;

  @IntField({ about: 'The product, where the change is about one', nullable: true, example: 7 })
  readonly productId!: number | null;
}

class ChangesAnswer {
  @ObjectsField(ChangeEntry, { about: 'In order; whole versions only' })
  readonly items!: readonly ChangeEntry[];

  @Version('To be sent as `since` for the next page')
  readonly next!: number;

  @BooleanField({ about: 'Whether there was more behind this page', example: false })
  readonly hasMore!: boolean;
}

const itemOf = ({ version, at, scope, id, productId }: LoggedChange): object => ({
  version,
  at: at.toISOString(),
  scope,
  id,
  product_id: productId,
});

/** The change log as a feed by cursor (pricing-tools.md, "Changes"). */
export const CHANGES_OPERATION = operation({
  service: 'pricingChangesV1',
  name: 'read',
  summary: 'Read what has changed in the prices after a version',
  about:
    'Versions come in the order of commits and none is ever skipped. 410: the log no longer reaches back so far; its ' +
    '`current` is the version to go on from once everything has been read anew.',
  tag: 'Price changes',
  right: MANAGE,
  effect: 'reads',
  rest: { verb: 'GET', path: 'pricing/changes' },
  input: { question: takes.query(ChangesQuestion, { strict: true }) },
  output: answers.fields(ChangesAnswer),
  errors: [410],
  by: ReadChanges,
  run: async (changes, { question: { since, limit } }) => {
    const { entries, next, hasMore } = await changes.run(since, limit);
    return { items: entries.map(itemOf), next, has_more: hasMore };
  },
});
