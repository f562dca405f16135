export { AcceptAnswers } from './registry/application/accept-answers.js';
export { readAnswers } from './registry/application/answer-body.js';
export { type ExportDestination, type ExportedFile, ExportRegistry } from './registry/application/export-registry.js';
export { QueueRegistrations } from './registry/index.js';
export { DPP_RESOURCES } from './resources.record.js';
