import type { Criteria } from '../../../libs/kernel/index.js';
import { type Recorded, Records, type UniqueKey } from '../../../libs/records/index.js';
import type { ForgetAttempts } from '../../access/index.js';
import { type CustomerFacts, endsTokens } from '../domain/customer.js';
import type { CustomerAccounts } from '../ports/customer-accounts.js';

type Whole = CustomerFacts & Recorded;

const shown = <T extends Whole>(record: T): T => {
  const { password: _password, ...rest } = record;
  return rest as T;
};

/**
 * Stored customers, each with the hash of the password in place of it: so that a write sees whether the password
 * changes. A new one, and being switched off, end the customer's tokens (wire.md §6).
 */
export class CustomersWithAccounts<T extends Whole> extends Records<T> {
  constructor(
    private readonly stored: Records<T>,
    private readonly accounts: CustomerAccounts,
    private readonly attempts: ForgetAttempts,
  ) {
    super();
  }

  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, T>> {
    const found = await this.stored.byIds(ids);
    const whole = await this.withHashes([...found.values()]);
    return new Map(whole.map((record) => [record.id, record]));
  }

  async byKey(key: UniqueKey<T>, samples: readonly Partial<T>[]): Promise<readonly (T | undefined)[]> {
    const found = await this.stored.byKey(key, samples);
    const whole = await this.withHashes(found.flatMap((record) => record ?? []));
    const byId = new Map(whole.map((record) => [record.id, record]));
    return found.map((record) => record && byId.get(record.id));
  }

  /** What a search finds is answered, and a password never is. */
  search(criteria: Criteria) {
    return this.stored.search(criteria);
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.stored.idsOf(groups);
  }

  async insert(records: readonly T[], givenIds?: boolean): Promise<readonly number[]> {
    const ids = await this.stored.insert(records.map(shown), givenIds);
    for (const [index, { password }] of records.entries()) {
      const id = ids[index];
      if (id !== undefined && typeof password === 'string') await this.accounts.keepHash(id, password);
    }
    return ids;
  }

  async update(records: readonly T[]): Promise<void> {
    const before = await this.byIds(records.map(({ id }) => id));
    await this.stored.update(records.map(shown));
    for (const record of records) {
      const previous = before.get(record.id);
      if (!previous || !endsTokens(previous, record)) continue;
      const hash = record.password ?? null;
      if (hash === (previous.password ?? null)) await this.accounts.raiseTokenVersion(record.id);
      else await this.accounts.keepHash(record.id, hash);
    }
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.stored.remove(ids);
    await this.attempts.of('customer', ids);
  }

  private async withHashes(records: readonly T[]): Promise<readonly T[]> {
    const hashes = await this.accounts.hashes(records.map(({ id }) => id));
    return records.map((record) => ({ ...record, password: hashes.get(record.id) ?? null }));
  }
}
