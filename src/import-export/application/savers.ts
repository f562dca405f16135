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

/** The services of the rooms that are installed, by the resource's name. */
export abstract class Savers {
  /** Undefined where the resource's room is left out. */
  abstract of(resource: string): Saver | undefined;
}

/** Why a file isn't loaded. */
export const LEFT_OUT = 'its add-on is left out (ADD_ONS)';
