export { configureWire } from './configure-wire.js';

export { Answer } from './answers.js';
export { KeepsSteps } from './idempotency.js';
export { Within, declareBody } from './handler-metadata.js';
export { Heavy } from './heavy.js';
export { TakesList } from './listed.js';
export {
  IdempotentCall,
  InStore,
  NamedStore,
  PathId,
  PathKey,
  PlainBody,
  Queried,
  SignedIn,
  StreamsBody,
  storeOfHeader,
} from './params.js';
export { askedFor, SearchedFields } from './searched.js';
export { beginWithFile, once, SENT_FILE } from './sent-file.js';
export { WireAdapter } from './wire-adapter.js';
export { WireModule } from './wire.module.js';
export { operationControllers, type ReadsBody, RestController } from './operation-controllers.js';
