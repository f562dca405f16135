import type { Clock, Transactions } from '../../../../libs/kernel/index.js';
import type { RegistryEntry } from '../domain/entry.js';
import type { RegistryEntries } from '../ports/registry-entries.js';
import type { RegisteredVersions } from './export-registry.js';
import { RemindOfProofs } from './remind-of-proofs.js';

const NOW = new Date('2027-06-01T00:00:00Z');

describe('RemindOfProofs', () => {
  it.each([0, 1, 100, 250])('sends one reminder for each of %d missing proofs, in groups', async (count) => {
    let due: readonly RegistryEntry[] = Array.from({ length: count }, (_, id) => ({ id }) as RegistryEntry);
    const reminded: string[] = [];
    const entries = {
      due: (at: Date, most: number) => Promise.resolve(at === NOW ? due.slice(0, most) : []),
      reminded: (some: readonly { readonly entry: RegistryEntry; readonly upi: string }[]) => {
        due = due.filter((entry) => !some.some((one) => one.entry === entry));
        reminded.push(...some.map(({ upi }) => upi));
        return Promise.resolve();
      },
    } as unknown as RegistryEntries;
    const versions = { upi: (id: number) => Promise.resolve(`upi ${id}`) } as unknown as RegisteredVersions;
    const transactions = { write: <T>(work: () => Promise<T>) => work() } as unknown as Transactions;
    const clock: Clock = { now: () => NOW };
    const reminding = new RemindOfProofs(entries, versions, transactions, clock);
    expect(await reminding.isDue()).toBe(count > 0);
    await reminding.remind();
    expect(reminded).toEqual(Array.from({ length: count }, (_, id) => `upi ${id}`));
  });
});
