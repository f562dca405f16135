export { preferredType } from './accept.js';
export * from './anonymous-searches.js';
export * from './answers.js';
export type { BodyLimit } from './body-specs.js';
export * from './callers.js';
export { clientAddress } from './client-address.js';
export type { Asked } from './criteria.js';
export { Within } from './deadline-kind.js';
export * from './describe.js';
export {
  Anonymous,
  Bytes,
  type Need,
  Needs,
  NeedsAdmin,
  NeedsCustomer,
  NeverStored,
  OnlyReads,
  StorefrontContext,
} from './needs.js';
export { addToHead } from './head.js';
export { Heavy } from './heavy.js';
export { HeavyCalls } from './heavy-calls.js';
export { loggedPath } from './logged-path.js';
export {
  AnyBody,
  InStore,
  NamedStore,
  PathId,
  PathKey,
  PlainBody,
  Queried,
  RecordBody,
  RecordsBody,
  IdempotentCall,
  SignedIn,
  StreamsBody,
  WrappedBody,
} from './params.js';
export { recordController, serviceOf } from './record-controller.js';
export * from './record-room.js';
export { nameRequest } from './request-origin.js';
export * from './rest-controller.js';
export { KeepsSteps, streamed } from './idempotency.js';
export * from './search-budget.js';
export { askedFor, Searched, SearchedFields } from './searched.js';
export { addVary, sendDocument, type SentDocument } from './send-document.js';
export * from './settings.js';
export * from './store-header.js';
export * from './store-views.js';
export { jsonPieces, StreamedList, StreamedObject } from './streamed-json.js';
export { type JsonObject, unwrapObject } from './wrapper.js';
export { type ByteRange, type ConditionHeaders, judgeBytes } from './byte-conditions.js';
export { LongString, piecesOf } from './long-string.js';
export { type OneFileOptions, readOneFile, type SentFile } from './one-file.js';
export { type MemberBytes, sendWithBytes } from './send-with-bytes.js';
export { type SentBytes, serveBytes, type ServedBytes } from './serve-bytes.js';
export { judgeContentType, readBytes } from './body-reader.js';
export { BodyRefused } from './wire-errors.js';
export { configureWire } from './configure-wire.js';
export { answerTo, type ErrorBody } from './status-table.js';
export { NoSuchRoute } from './wire-errors.js';
export { answerError, reported } from './error-answers.js';
export { jsonBody } from './body-reader.js';
export { type DeclaredRoute, isRestRoute } from './declared-routes.js';
export { DeclaredRoutes, WireModule } from './wire.module.js';
export { WireAdapter } from './wire-adapter.js';
export { documentOf, serveDocumentation } from './openapi/serve.js';
export { trimmed } from './fields-filter.js';
