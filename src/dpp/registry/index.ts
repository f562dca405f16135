export { QueueRegistrations } from './application/queue-registrations.js';
export { RegistryStatus } from './application/registry-status.js';
