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
import { RANKED_SCOPES } from '../../../libs/kernel/index.js';
import { MANAGE } from './price-operations.js';
import { ReadChanges } from './read-changes.js';
const LIMIT_MAX = 10_000;

const Version = (about: string, options: Partial<FieldOptions> = {}): PropertyDecorator =>
  IntField({ about, max: Number.MAX_SAFE_INTEGER, example: 17, ...options });

class ChangesQuestion {
  @Version(
    'Version after which the page starts, such as `next` from the previous page. Default: 0, before the first version.',
    { default: 0 },
  )
  readonly since!: number;

  @IntField({
    about:
      'Approximate number of entries per page, default 1000. A page always ends with a complete version, so it can contain more entries.',
    default: 1000,
    min: 1,
    max: LIMIT_MAX,
    example: 1000,
  })
  readonly limit!: number;
}

class ChangeEntry {
  @Version('Version of the price data that the change created')
  readonly version!: number;

  @InstantField({ about: 'Time of the change (UTC)' })
  readonly at!: Date;

  @StringField({ about: 'Type of the object that changed', words: RANKED_SCOPES })
  readonly scope!: string;

  @IntField({
    about: 'ID of the changed object; null if all objects of this type changed',
    nullable: true,
    example: 42,
  })
  readonly id!: number | null;

  @IntField({
    about: 'ID of the product that the change is limited to; null if the change is not limited to one product',
    nullable: true,
    example: 7,
  })
  readonly productId!: number | null;
}

class ChangesAnswer {
  @ObjectsField(ChangeEntry, { about: 'Changes in ascending order of version; a version is never split across pages' })
  readonly items!: readonly ChangeEntry[];

  @Version('Version to send as `since` for the next page')
  readonly next!: number;

  @BooleanField({ about: 'Whether more changes follow this page', example: false })
  readonly hasMore!: boolean;
}

const itemOf = ({ version, at, scope, id, productId }: LoggedChange): object => ({
  version,
  at: at.toISOString(),
  scope,
  id,
  product_id: productId,
});

/** The change log as a feed with a cursor (pricing-tools.md, "Changes"). */
export const CHANGES_OPERATION = operation({
  service: 'pricingChangesV1',
  name: 'read',
  summary: 'List the price changes after a version',
  about:
    'Versions are returned in commit order and no price change is skipped. Status 410 means that the log no longer reaches back to `since`. In that case, read all records again, then continue from the version in the `current` parameter of the error.',
  tag: 'Price changes',
  right: MANAGE,
  effect: 'reads',
  rest: { verb: 'GET', path: 'pricing/changes' },
  input: { question: takes.query(ChangesQuestion, { strict: true }) },
  output: answers.fields(ChangesAnswer),
  errors: [410],
  by: ReadChanges,
  run: async (changes, { question: { since, limit } }) => {
    const { entries, next, hasMore } = await changes.read(since, limit);
    return { items: entries.map(itemOf), next, has_more: hasMore };
  },
});
