export { CacheModule } from './cache.module.js';
export { ProcessMemory } from './process-memory.js';
