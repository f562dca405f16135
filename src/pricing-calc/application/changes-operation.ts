import { IntField } from '../../../libs/records/index.js';
import type { LoggedChange } from '../../../libs/kernel/index.js';
import { answers, operation, takes } from '../../../libs/operations/index.js';
import { PRICE_SCOPES } from '../../../libs/pricing/index.js';
import { MANAGE } from './price-operations.js';
import { ReadChanges } from './read-changes.js';
const LIMIT_MAX = 10_000;

class ChangesQuestion {
  @IntField({
    about: 'The version after which to begin, itself excluded: the `next` of the page before',
    default: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 17,
  })
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

const int = { type: 'integer', minimum: 0 } as const;
const intOrNull = { ...int, nullable: true } as const;

const ENTRY = {
  type: 'object',
  required: ['version', 'at', 'scope', 'id', 'product_id'],
  properties: {
    version: { ...int, description: 'The version that the change made' },
    at: { type: 'string', format: 'date-time', description: 'When it was written' },
    scope: { type: 'string', enum: PRICE_SCOPES, description: 'What it is about' },
    id: { ...intOrNull, description: 'Id of that one; null: all of its kind' },
    product_id: { ...intOrNull, description: 'The product, where the change is about one' },
  },
};

const ANSWER = answers.schema(
  {
    type: 'object',
    required: ['items', 'next', 'has_more'],
    properties: {
      items: { type: 'array', items: ENTRY, description: 'In order; whole versions only' },
      next: { ...int, description: 'To be sent as `since` for the next page' },
      has_more: { type: 'boolean', description: 'Whether there was more behind this page' },
    },
  },
  {
    items: [{ version: 18, at: '2026-01-31T10:15:00.000Z', scope: 'customer', id: 42, product_id: 7 }],
    next: 18,
    has_more: false,
  },
);

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
  output: ANSWER,
  errors: [410],
  by: ReadChanges,
  run: async (changes, { question: { since, limit } }) => {
    const { entries, next, hasMore } = await changes.run(since, limit);
    return { items: entries.map(itemOf), next, has_more: hasMore };
  },
});
