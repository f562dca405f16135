export * from './body.js';
export * from './by-key.js';
export { bulkOperations, RowCounts, RowOutcome } from './bulk-operations.js';
export { CallsInSteps } from './calls-in-steps.js';
export * from './input.js';
export * from './job-kind.js';
export * from './need.js';
export * from './operation.js';
export {
  answers,
  type AnswerSpec,
  type JsonForm,
  JsonBytes,
  type PagePolicy,
  StreamedList,
  StreamedObject,
} from './output.js';
export { EtagsQuery, itemsPage, preconditionOf, recordOperations, recordOperationsFor } from './record-operations.js';
export { namedServices, soapNameOf, restNameOf } from './operation-names.js';
