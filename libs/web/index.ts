export { AnonymousSearches } from './anonymous-searches.js';
export { BrowserSessions, isFromStaffPage } from './browser-sessions.js';
export { callerOf } from './caller-of.js';
export { Callers, type SignedCaller, signedRequestOf, type SignedRequest } from './callers.js';
export {
  answerError,
  noteRefusal,
  noteUnavailable,
  refusalForm,
  reported,
  whereOf,
  WireErrors,
} from './error-answers.js';
export {
  attach,
  HttpRequestContext,
  OUTDATED_HEADER,
  requestContextIfAny,
  requestContextOf,
  type ServedCall,
  streamed,
  StoreViews,
} from './http-request-context.js';
export { fieldGuard, type FieldGuard } from './field-rights.js';
export { EventLoopLag } from './event-loop-lag.js';
export { HeavyCalls, NoHeavySlot } from './heavy-calls.js';
export { acceptsEncoding, acceptsGzip, admitsJson, namesType, preferredType } from './http/accept.js';
export { type BodyKind } from './http/body-pace.js';
export {
  decodeCounted,
  decodeJson,
  decodeSent,
  DEPTH_MAX,
  discard,
  hasBody,
  jsonBody,
  checkContentType,
  readBytes,
  tooDeep,
  tooManyValues,
  VALUES_MAX,
  withoutMark,
} from './http/body-reader.js';
export { BodyCache } from './http/body-cache.js';
export { clientAddress, trustProxies, type TrustsProxy } from './http/client-address.js';
export { allowOrigin, answerPreflight, isPublic } from './http/cors.js';
export { jsonForm, trimmed } from './http/fields-filter.js';
export { addAtHead, addToHead, forbidStoring, writeHeads } from './http/head.js';
export { formFields } from './http/form-fields.js';
export { createHttpServer } from './http/http-server.js';
export { IncomingBodies, tooSlow } from './http/incoming-bodies.js';
export { LongString, piecesOf } from './http/long-string.js';
export { readOneFile } from './http/one-file.js';
export { isCrowded, selectedFields, PARAMETERS_MAX, parseQuery, originForm } from './http/query-string.js';
export { endText, sendJson, sendJsonBytes } from './http/raw-answer.js';
export { addVary, sendDocument, sendWithStatus } from './http/send-document.js';
export { sendWithBytes } from './http/send-with-bytes.js';
export { type SentBytes, serveFile } from './http/serve-bytes.js';
export { jsonPieces, sendPieces, sendStreamed } from './http/streamed-json.js';
export {
  Anonymous,
  Bytes,
  BYTES,
  NEED,
  Needs,
  NeedsCustomer,
  NeverStored,
  NO_SESSION,
  NoSession,
  ONLY_READS,
  OnlyReads,
  REFUSES,
  UNSTORED,
  Describes,
  type Description,
  DESCRIPTION,
} from './route-decorators.js';
export { LIMITED, REQUEST_SECONDS, REQUESTS, WEB_METRICS } from './metrics.js';
export { nameRequest, traceContext, traceRequest } from './request-origin.js';
export { QuotaExceeded, RateCounter, RequestRates, addLimitHeaders } from './request-rates.js';
export { TIMING_RIGHT, timingHeader, timingsOf } from './timed-requests.js';
export {
  budgetFaults,
  NO_SEARCH,
  type SearchBudget,
  type SearchSize,
  sizeOfSearch,
  sizeTogether,
} from './search-budget.js';
export { SecurityLog, loggedPath } from './security-log.js';
export { aclId, WireSettings } from './settings.js';
export { answerTo } from './status-table.js';
export {
  BodyRefused,
  BodyTimeout,
  CallerGone,
  NoSuchRoute,
  NotAcceptable,
  NotProcessable,
  VerbNotSupported,
} from './wire-errors.js';
export { DeclaredRoutes } from './declared-routes.js';
export { isRestRoute } from './declared-routes.js';
export { type DeclaredRoute } from './declared-routes.js';
export { type KeyUse } from './declared-routes.js';

export { evaluateConditions, matchesWeakly } from './http/byte-conditions.js';
export { isFromAnotherSite } from './http/security-headers.js';
export { servedPath } from './declared-routes.js';
