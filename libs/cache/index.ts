export { CACHE_METRICS, observeMemory } from './metrics.js';
export { CacheModule } from './cache.module.js';
export { ProcessCacheManager } from './process-cache-manager.js';
