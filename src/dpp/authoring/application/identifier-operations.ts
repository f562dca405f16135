import { withCommas } from '../../../../libs/kernel/index.js';
import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import { StringField } from '../../../../libs/records/index.js';
import { PRODUCT_IDENTIFIER_MAX } from '../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { ClaimIdentifiers, SHARED_MAX } from './claim-identifiers.js';
import { PASSPORT_OPERATION } from './passport-operations.js';

class AfterQuery {
  @StringField({
    about: 'Last identifier of the previous page; default: the start of the list',
    maxLength: PRODUCT_IDENTIFIER_MAX,
    nullable: true,
    example: '(01)09524000010018(21)RP545-1',
  })
  readonly after!: string | null;
}

class SharedIdentifierFields {
  @StringField({
    about: 'Product identifier that several products or batches share',
    example: '(01)09524000010018(21)RP545-1',
  })
  readonly identifier!: string;

  @StringField({ about: 'SKU of the product that was first published under the identifier', example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({
    about: 'Batch of the product that was first published under the identifier; null if it has none',
    nullable: true,
    example: 'L2026-07',
  })
  readonly batch!: string | null;

  @StringField({
    about: 'SKU of the other product with this identifier; the same SKU if only the batch differs',
    example: 'BAT-36V-500',
  })
  readonly other_sku!: string;

  @StringField({
    about: 'Batch of the other product with this identifier; null if it has none',
    nullable: true,
    example: null,
  })
  readonly other_batch!: string | null;
}

export const IDENTIFIER_OPERATIONS: readonly Operation[] = [
  operation({
    ...PASSPORT_OPERATION,
    by: ClaimIdentifiers,
    right: needs.right(DPP_RIGHTS.read),
    effect: 'reads',
    name: 'sharedIdentifiers',
    summary: 'List identifiers that several products or batches share',
    about: `Returns identifiers that were published before uniqueness was enforced, ${withCommas(SHARED_MAX)} per page. For the next page, send the last identifier as \`?after=\`.`,
    rest: { verb: 'GET', path: 'dpp/manage/shared-identifiers' },
    input: { query: takes.query(AfterQuery) },
    output: answers.fieldsList(SharedIdentifierFields),
    run: async (claims, { query: { after } }) =>
      (await claims.shared(after ?? '')).map(({ identifier, holder, other }) => ({
        identifier,
        sku: holder.sku,
        batch: holder.batch,
        other_sku: other.sku,
        other_batch: other.batch,
      })),
  }),
];
