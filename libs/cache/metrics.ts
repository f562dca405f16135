import { type ChangeLog, Counter, Gauge, type CacheManager, type Metric } from '../kernel/index.js';

export const MEMORY_DROPPED = new Counter({
  name: 'kontor_memory_dropped_total',
  help: 'Values evicted from the cache: to make room (room), after a change (change), or all at once (cleared)',
  labels: ['reason'],
  values: ['room', 'change', 'cleared'],
});

const MEMORY_BYTES = new Gauge({ name: 'kontor_memory_bytes', help: 'Estimated size of the cached values in bytes' });

const MEMORY_MOST = new Gauge({ name: 'kontor_memory_max_bytes', help: 'Maximum size of the cache in bytes' });

const VERSIONS_BEHIND = new Gauge({
  name: 'kontor_memory_versions_behind',
  help: 'Versions of the change log that the cache has not read yet; it reads them with the next price request',
});

export const CACHE_METRICS: readonly Metric[] = [MEMORY_DROPPED, MEMORY_BYTES, MEMORY_MOST, VERSIONS_BEHIND];

export const observeMemory = async (memory: CacheManager, changes: ChangeLog): Promise<void> => {
  MEMORY_BYTES.set(memory.bytes);
  MEMORY_MOST.set(memory.maxBytes);
  const { version } = memory;
  if (version !== undefined) VERSIONS_BEHIND.set(Math.max(0, (await changes.version()) - version));
};
