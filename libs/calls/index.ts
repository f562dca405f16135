export { type AnswerForm, answerForm, wholeAnswerForm } from './answer-form.js';
export { type BodyRules, bodyRules, listRules } from './body-limits.js';
export { BULK_VALUES_MAX, mustBeFew, noRow, tooLongRow } from './bulk-rows.js';
export { askedOf, readCriteria, type ReadingRules } from './criteria.js';
export { deadlineKindOf, operationDeadline } from './deadline-kind.js';
export { HttpOperationContext } from './http-operation-context.js';
export { takeTurn } from './heavy-turn.js';
export {
  bodyValue,
  criteriaValue,
  type InputReader,
  inputReader,
  pathId,
  pathIdOrNobodys,
  queryValue,
  type QuerySpec,
  rulesOf,
} from './input-reader.js';
export { admit, admitted, type Credentials, mayCall, mustMay, resourcesOf } from './may-call.js';
export { secretNames, tellsSecret } from './secrets.js';
export type { Sender, Sent } from './sent.js';
export { type Answered, isOpenSearch, ServedOperation, ServedOperations } from './served-operations.js';
export { asObject, plainObject, refuseFields, unwrap, unwrapObject } from './wrapper.js';
