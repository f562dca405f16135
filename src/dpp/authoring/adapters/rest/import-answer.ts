import type { Input } from '../../../../../libs/records/index.js';
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

/** The response of an import. */
export const importAnswer = async (
  imports: ImportPassports,
  rows: readonly Input[],
  actor: Actor,
  { dryRun, ...options }: ImportOptions & { readonly dryRun: 0 | 1 },
) => {
  const outcomes = await imports[dryRun === 1 ? 'try' : 'run'](rows, actor, options);
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { status } of outcomes) counts[status] += 1;
  return { ...counts, dry_run: dryRun, items: outcomes.map(itemOf) };
};
