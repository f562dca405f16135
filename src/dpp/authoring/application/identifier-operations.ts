import { answers, needs, type Operation, operation, takes } from '../../../../libs/operations/index.js';
import { StringField } from '../../../../libs/records/index.js';
import { PRODUCT_IDENTIFIER_MAX } from '../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { ClaimIdentifiers, SHARED_MAX } from './claim-identifiers.js';
import { PASSPORT_OPERATION } from './passport-operations.js';

class AfterQuery {
  @StringField({
    about: 'Goes on behind this identifier',
    maxLength: PRODUCT_IDENTIFIER_MAX,
    nullable: true,
    example: '(01)09524000010018(21)RP545-1',
  })
  readonly after!: string | null;
}

class SharedIdentifierFields {
  @StringField({ about: 'The identifier', example: '(01)09524000010018(21)RP545-1' })
  readonly identifier!: string;

  @StringField({ about: 'The product that was published under it first', example: 'BAT-36V-545' })
  readonly sku!: string;

  @StringField({ about: 'The batch of it, if it has one', nullable: true, example: 'L2026-07' })
  readonly batch!: string | null;

  @StringField({ about: 'Another one that was, or the same with another batch', example: 'BAT-36V-500' })
  readonly other_sku!: string;

  @StringField({ about: 'The batch of the other, if it has one', nullable: true, example: null })
  readonly other_batch!: string | null;
}

export const IDENTIFIER_OPERATIONS: readonly Operation[] = [
  operation({
    ...PASSPORT_OPERATION,
    by: ClaimIdentifiers,
    right: needs.right(DPP_RIGHTS.read),
    effect: 'reads',
    name: 'sharedIdentifiers',
    summary: 'Identifiers under which passports of several products or batches were published',
    about: `Only before identifiers were kept apart; ${SHARED_MAX} at once, those behind by \`?after=\` and the last one.`,
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
