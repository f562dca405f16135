export { type AnswerForm, answerForm, wholeAnswerForm } from './answer-form.js';
export { type BodyRules, bodyRules, listRules, BULK_VALUES_MAX, mustBeFew, noRow, tooLongRow } from './body-limits.js';
export { criteriaOf, readCriteria, type ReadingRules, withValues } from './criteria.js';
export { deadlineKindOf, operationDeadline } from './deadline-kind.js';
export { takeHeavySlot } from './heavy-slot.js';
export {
  bodyValue,
  criteriaValue,
  type InputReader,
  inputReader,
  pathId,
  pathIdOrUnknown,
  queryValue,
  type QuerySpec,
  rulesOf,
  type Sender,
  type Sent,
} from './input-reader.js';
export { admit, admitted, type Credentials, mayCall, mustMay, resourcesOf } from './may-call.js';
export { secretNames, containsSecret } from './secrets.js';
export {
  type Answered,
  isOpenSearch,
  ServedOperation,
  ServedOperations,
  HttpOperationContext,
} from './served-operations.js';
export { asObject, plainObject, refuseFields, unwrap, unwrapObject } from './wrapper.js';
