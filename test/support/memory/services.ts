import { type Clock } from '../../../libs/kernel/index.js';
import { type Recorded, RecordService, type RecordHooks, type Resource } from '../../../libs/records/index.js';
import { MemoryChangeLog, MemoryReferences, MemoryStore } from './store.js';

/** Record services on a store in memory, with the hooks of their modules. */
export const memoryServices = (resources: readonly Resource[]) => {
  const store = new MemoryStore(resources);
  const clock: Clock = { now: () => new Date('2026-06-15T10:00:00.000Z') };
  const changes = new MemoryChangeLog(store, () => clock.now());
  const ports = { references: new MemoryReferences(store), transactions: changes.transactions, changes, clock };
  const serviceOf = <T extends Recorded>(resource: Resource<T>, hooks?: RecordHooks<T>) =>
    new RecordService(resource, { ...ports, records: store.recordsOf(resource), hooks });
  return { ...ports, store, serviceOf };
};
