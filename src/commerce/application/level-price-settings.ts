import {
  type Criteria,
  InputRefused,
  NoSuchEntity,
  type Page,
  Refusal,
  type Transactions,
} from '../../../libs/kernel/index.js';
import type { Outcome, Recorded, Records, RecordService, RowSaver, UniqueKey } from '../../../libs/records/index.js';
import type { Level } from '../domain/price-settings.js';

type Values = Readonly<Record<string, unknown>>;

interface LevelPriceSettingsParts<T extends Level & Recorded> {
  readonly service: RecordService<T>;
  readonly records: Records<T>;
  readonly transactions: Transactions;
  readonly key: UniqueKey<T>;
  readonly settings: readonly string[];
  /** Whether a record of this resource exists. */
  exists(resource: 'website' | 'customerGroup' | 'customer', id: number): Promise<boolean>;
}

const NAMES = { website: 'websiteId', customerGroup: 'groupId', customer: 'customerId' } as const;

/** Price settings of one level: a website, or a group or customer on it (pricing.md §3). */
export class LevelPriceSettings<T extends Level & Recorded> implements RowSaver {
  constructor(private readonly parts: LevelPriceSettingsParts<T>) {}

  /**
   * The settings of a level, possibly empty. Throws `NoSuchEntity` if the website, group or customer does not exist.
   */
  async get(level: Level): Promise<Values> {
    await this.mustExist(level);
    return this.set(await this.find(level));
  }

  /**
   * Missing settings keep their value, and null removes one. Returns the stored settings. Throws `NoSuchEntity` and
   * `InputRefused`.
   */
  async put(level: Level, values: Values): Promise<Values> {
    await this.mustExist(level);
    try {
      return await this.write(level, values);
    } catch (error) {
      // Another request stored the level's first settings in the meantime, so add these to them.
      const met = error instanceof InputRefused && (await this.find(level)) !== undefined;
      if (!met) throw error;
      return this.write(level, values);
    }
  }

  /** Removes all settings of a level, if there are any. */
  remove(level: Level): Promise<void> {
    return this.parts.transactions.write(async () => {
      const found = await this.find(level);
      if (found) await this.parts.service.remove(found.id);
    });
  }

  search(criteria: Criteria): Promise<Page<T>> {
    return this.parts.records.search(criteria);
  }

  /** Saves rows of files; each has the settings of one level. */
  async saveAll(inputs: readonly Values[]): Promise<readonly Outcome<T>[]> {
    const outcomes: Outcome<T>[] = [];
    for (const [index, input] of inputs.entries()) outcomes.push(await this.saveRow(input, index));
    return outcomes;
  }

  private async saveRow(row: Values, index: number): Promise<Outcome<T>> {
    const { website_id, customer_group_id, customer_id, ...values } = row;
    const level: Level = {
      websiteId: Number(website_id),
      customerGroupId: (customer_group_id as number | null | undefined) ?? null,
      customerId: (customer_id as number | null | undefined) ?? null,
    };
    try {
      const before = JSON.stringify(await this.get(level));
      const after = JSON.stringify(await this.put(level, values));
      const record = await this.find(level);
      // A level without settings has no row in the table, so files have none either.
      if (!record)
        throw InputRefused.sentence('The row contains no settings. Enter at least one setting, or remove the row.');
      return { index, status: before === after ? 'unchanged' : before === '{}' ? 'created' : 'updated', record };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { index, status: 'failed', refusal: error };
    }
  }

  private write(level: Level, values: Values): Promise<Values> {
    const { service, transactions } = this.parts;
    const { websiteId, customerGroupId, customerId } = level;
    return transactions.write(async () => {
      const found = await this.find(level);
      const input = { ...values, websiteId, customerGroupId, customerId };
      const saved = found ? await service.update(found.id, input) : await this.first(values, input);
      const set = this.set(saved);
      if (saved && Object.keys(set).length === 0) await service.remove(saved.id);
      return set;
    });
  }

  /** The first settings of a level. Without values no row is stored, but errors are reported. */
  private async first(values: Values, input: Values): Promise<T | undefined> {
    const isEmpty = Object.values(values).every((value) => value === null || value === undefined);
    return isEmpty ? undefined : this.parts.service.create(input);
  }

  private async find({ websiteId, customerGroupId, customerId }: Level): Promise<T | undefined> {
    const sample = { websiteId, customerGroupId, customerId } as Partial<T>;
    const [found] = await this.parts.records.byKey(this.parts.key, [sample]);
    return found;
  }

  private set(record: T | undefined): Values {
    const values = (record ?? {}) as Values;
    const names = this.parts.settings.filter((name) => (values[name] ?? null) !== null);
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  }

  private async mustExist({ websiteId, customerGroupId, customerId }: Level): Promise<void> {
    const asked = [
      ['website', websiteId],
      ['customerGroup', customerGroupId],
      ['customer', customerId],
    ] as const;
    for (const [resource, id] of asked) {
      if (id !== null && !(await this.parts.exists(resource, id))) throw new NoSuchEntity(NAMES[resource], id);
    }
  }
}
