import type { Input } from '../../../../../libs/records/index.js';
import { answerTo } from '../../../../../libs/web/index.js';
import type { ImportPassports } from '../../application/import-passports.js';
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
        // Of one that was only tried nobody knows what it would be.
        passport_id: outcome.version.passportId || null,
        version: outcome.version.version,
        error: null,
      };

/** How the rows are imported. */
interface ImportOptions {
  readonly dryRun: 0 | 1;
  readonly isKept?: boolean;
  readonly onRow?: (done: number) => void;
}

/** What is told of an import, once all its rows are done. */
export const importAnswer = async (
  imports: ImportPassports,
  rows: readonly Input[],
  actor: Actor,
  { dryRun, isKept = false, onRow = () => undefined }: ImportOptions,
) => {
  const outcomes = await (dryRun === 1
    ? imports.try(rows, actor, { isKept, onRow })
    : imports.run(rows, actor, { isKept, onRow }));
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { status } of outcomes) counts[status] += 1;
  return { ...counts, dry_run: dryRun, items: outcomes.map(itemOf) };
};
