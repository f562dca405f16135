export { configureWire } from './configure-wire.js';

export { KeepsSteps } from './idempotency.js';
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
export { storeOfHeader } from './store-header.js';
export { WireAdapter } from './wire-adapter.js';
export { WireModule } from './wire.module.js';
export { unwrapObject } from './wrapper.js';
export { operationControllers } from './operation-controllers.js';
