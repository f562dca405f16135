import type { CsvDialect } from '../../../../../libs/kernel/index.js';
import { damagedKeys, type Input, type References } from '../../../../../libs/records/index.js';
import { answerTo } from '../../../../../libs/web/index.js';
import type { ImportOptions, ImportPassports } from '../../application/import-passports.js';
import type { ImportOutcome } from '../../application/import-plans.js';
import type { Actor } from '../../../passport/domain/index.js';

const itemOf = (outcome: ImportOutcome) =>
  outcome.status === 'failed'
    ? {
        index: outcome.index,
        status: outcome.status,
        passport_id: null,
        version: null,
        error: answerTo(outcome.refusal)?.body ?? null,
      }
    : {
        index: outcome.index,
        status: outcome.status,
        // A dry run cannot know the ID of a new passport.
        passport_id: outcome.version.passportId || null,
        version: outcome.version.version,
        error: null,
      };

/** The rows of a file. JSON Lines has no dialect. */
export interface FileRows {
  readonly rows: readonly Input[];
  readonly dialect: CsvDialect | null;
}

/** SKUs of new passports that a spreadsheet seems to have damaged. */
const warningsOf = async (
  rows: readonly Input[],
  outcomes: readonly ImportOutcome[],
  references: References,
): Promise<readonly { readonly index: number; readonly message: string }[]> => {
  const created = outcomes.flatMap(({ index, status }) => (status === 'created' ? [index] : []));
  const skuOf = (index: number): string => (rows[index]?.['sku'] as string | undefined) ?? '';
  const damaged = await damagedKeys('sku', created.map(skuOf), (skus) => references.ids('product', 'sku', skus));
  return created.flatMap((index) => {
    const message = damaged.get(skuOf(index));
    return message === undefined ? [] : [{ index, message }];
  });
};

export const importAnswer = async (
  { imports, references }: { readonly imports: ImportPassports; readonly references: References },
  { rows, dialect }: FileRows,
  actor: Actor,
  { dryRun, ...options }: ImportOptions & { readonly dryRun: 0 | 1 },
) => {
  const outcomes = await imports[dryRun === 1 ? 'try' : 'importAll'](rows, actor, options);
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { status } of outcomes) counts[status] += 1;
  const warnings = dryRun === 1 && dialect !== null ? await warningsOf(rows, outcomes, references) : [];
  return { ...counts, dry_run: dryRun, dialect, warnings, items: outcomes.map(itemOf) };
};
