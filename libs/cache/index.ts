export { CACHE_METRICS, observeCache } from './recency.js';
export { CacheModule } from './cache.module.js';
export { ProcessCacheManager } from './process-cache-manager.js';
