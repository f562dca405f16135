import {
  type Input,
  mustBeAtMost,
  type Recorded,
  type RecordService,
  type SaveVerb,
} from '../../../libs/records/index.js';

/** Maximum number of records per bulk call (pricing.md §1). */
const BULK_MAX = 1_000;

/**
 * Saves a list of records in one transaction, all or nothing. An error names its row: `priceLists[3].priority`.
 * `create` adds all records; `update` finds them by id, external_id or unique key and refuses unknown ones.
 */
export const saveInBulk = async <T extends Recorded>(
  service: RecordService<T>,
  wrapper: string,
  inputs: readonly Input[],
  verb: Exclude<SaveVerb, 'upsert'>,
): Promise<readonly T[]> => {
  mustBeAtMost(BULK_MAX, inputs.length);
  const rowName = (index: number): string => `${wrapper}[${index}]`;
  const outcomes = await service.saveAll(inputs, { verb, mode: 'all_or_nothing', rowName });
  return outcomes.map((outcome) => {
    if (outcome.status === 'failed') throw outcome.refusal;
    return outcome.record;
  });
};
