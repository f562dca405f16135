import {
  type Input,
  mustBeAtMost,
  type Recorded,
  type RecordService,
  type SaveVerb,
} from '../../../libs/records/index.js';

/** How many records one bulk call takes (pricing.md §1). */
const BULK_MAX = 1_000;

/**
 * Saves a list of records in one transaction, all of it or nothing; a fault names its row: `priceLists[3].priority`.
 * `create` makes them all, `update` changes what is found by id, external_id or unique key, and refuses the rest.
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
