import { InputRefused, NoSuchEntity, type Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, Records, RecordService, UniqueKey } from '../../../libs/records/index.js';
import type { Level } from '../domain/price-settings.js';

type Values = Readonly<Record<string, unknown>>;

interface LevelPriceSettingsParts<T extends Level & Recorded> {
  readonly service: RecordService<T>;
  readonly records: Records<T>;
  readonly transactions: Transactions;
  /** The key that a level is. */
  readonly key: UniqueKey<T>;
  readonly settings: readonly string[];
  /** Whether records of these resources exist. */
  exists(resource: 'website' | 'customerGroup' | 'customer', id: number): Promise<boolean>;
}

const NAMES = { website: 'websiteId', customerGroup: 'groupId', customer: 'customerId' } as const;

/** The price settings of one level: a website, a group there or a customer there (pricing.md §3). */
export class LevelPriceSettings<T extends Level & Recorded> {
  constructor(private readonly parts: LevelPriceSettingsParts<T>) {}

  /** What is set there; nothing is an answer as well. `NoSuchEntity` if the website, group or customer isn't there. */
  async get(level: Level): Promise<Values> {
    await this.mustExist(level);
    return this.set(await this.find(level));
  }

  /** Settings left out stay, null removes one. Answers what is set then. `NoSuchEntity`, `InputRefused`. */
  async put(level: Level, values: Values): Promise<Values> {
    await this.mustExist(level);
    try {
      return await this.write(level, values);
    } catch (error) {
      // Another request wrote the level's first settings meanwhile: these are added to them.
      const met = error instanceof InputRefused && (await this.find(level)) !== undefined;
      if (!met) throw error;
      return this.write(level, values);
    }
  }

  /** Removes all that is set there, if anything is. */
  remove(level: Level): Promise<void> {
    return this.parts.transactions.write(async () => {
      const found = await this.find(level);
      if (found) await this.parts.service.remove(found.id);
    });
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

  /** The first settings of a level; of nothing there is no row, but what is wrong is said. */
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
