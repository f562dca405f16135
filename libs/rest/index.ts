export { configureWire } from './configure-wire.js';

export { Answer } from './answers.js';
export { KeepsSteps } from './idempotency.js';
export { declareBody } from './body.js';
export { Within } from './deadline-kind.js';
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
} from './params.js';
export { RestController } from './rest-controller.js';
export { askedFor, SearchedFields } from './searched.js';
export { beginWithFile, once, SENT_FILE } from './sent-file.js';
export { storeOfHeader } from './store-header.js';
export { WireAdapter } from './wire-adapter.js';
export { WireModule } from './wire.module.js';
export { operationControllers } from './operation-controllers.js';
