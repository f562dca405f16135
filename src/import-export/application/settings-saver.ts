import { type Criteria, InputRefused, type Page, Refusal } from '../../../libs/kernel/index.js';
import type { Outcome, Recorded, Records, UniqueKey } from '../../../libs/records/index.js';
import type { Level, LevelPriceSettings } from '../../commerce/index.js';
import type { Saver } from './saver.js';

type Stored = Level & Recorded;
type Values = Readonly<Record<string, unknown>>;

export interface SettingsSaverParts {
  readonly levels: LevelPriceSettings<Stored>;
  readonly records: Records<Stored>;
  /** The key that a level is. */
  readonly key: UniqueKey<Stored>;
}

const levelOf = (input: Values): Level => ({
  websiteId: Number(input['website_id']),
  customerGroupId: (input['customer_group_id'] as number | null | undefined) ?? null,
  customerId: (input['customer_id'] as number | null | undefined) ?? null,
});

/** Price settings, which have no service of the usual kind, as rows: each sets its level's. */
export class SettingsSaver implements Saver {
  constructor(private readonly parts: SettingsSaverParts) {}

  search(criteria: Criteria): Promise<Page<Recorded>> {
    return this.parts.records.search(criteria);
  }

  async saveAll(inputs: readonly Values[]): Promise<readonly Outcome<Recorded>[]> {
    const outcomes: Outcome<Recorded>[] = [];
    for (const [index, input] of inputs.entries()) outcomes.push(await this.saveOne(input, index));
    return outcomes;
  }

  private async saveOne(
    { website_id, customer_group_id, customer_id, ...settings }: Values,
    index: number,
  ): Promise<Outcome<Recorded>> {
    const level = levelOf({ website_id, customer_group_id, customer_id });
    try {
      const before = JSON.stringify(await this.parts.levels.get(level));
      const after = JSON.stringify(await this.parts.levels.put(level, settings));
      const [record] = await this.parts.records.byKey(this.parts.key, [level]);
      // A level at which nothing is set has no row, so no file has one either.
      if (!record) throw InputRefused.sentence('No setting is given.');
      return { index, status: before === after ? 'unchanged' : before === '{}' ? 'created' : 'updated', record };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { index, status: 'failed', refusal: error };
    }
  }
}
