export { CACHE_METRICS, observeMemory } from './metrics.js';
export { CacheModule } from './cache.module.js';
export { ProcessMemory } from './process-memory.js';
