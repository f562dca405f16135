import type { Criteria, Page } from '../../../libs/kernel/index.js';
import type { Outcome, Recorded, SaveOptions } from '../../../libs/records/index.js';

/** What saves and finds rows of one resource: the room's own service, so that one rule holds whichever door is used. */
export interface Saver {
  saveAll(
    inputs: readonly Readonly<Record<string, unknown>>[],
    options: SaveOptions,
  ): Promise<readonly Outcome<Recorded>[]>;
  search(criteria: Criteria): Promise<Page<Recorded>>;
}
