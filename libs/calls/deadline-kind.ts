import type { DeadlineKind } from '../kernel/index.js';
import { bodyOf, type BodySpec, type Need, type Operation } from '../operations/index.js';

/** The parts of a route's declaration that determine its deadline. */
export interface DeadlineParts {
  readonly verb: string;
  readonly need: Need | undefined;
  readonly body: BodySpec | undefined;
  readonly onlyReads: boolean;
  readonly within: DeadlineKind | undefined;
}

/** Many records, or bytes that come by and by. */
const isLarge = (body: BodySpec): boolean =>
  body.kind === 'bulk' || body.kind === 'records' || body.kind === 'stream' || body.limit === 'bulk';

/**
 * The kind of deadline of a route (operations.md, "Deadlines"). Routes without a declared right belong to another
 * library and are open.
 */
export const deadlineKindOf = ({ verb, need, body, onlyReads, within }: DeadlineParts): DeadlineKind => {
  if (within) return within;
  if (onlyReads) return 'quote';
  if (verb === 'GET') return need === undefined || isOpen(need) ? 'quote' : 'read';
  return body && isLarge(body) ? 'bulk' : 'write';
};

const isOpen = ({ kind }: Need): boolean => kind === 'anonymous' || kind === 'storefront';

/** The same of an operation, whichever interface it is called by. */
export const operationDeadline = ({ rest: { verb }, right, input, effect, deadline }: Operation): DeadlineKind =>
  deadlineKindOf({
    verb,
    need: right,
    body: bodyOf(input),
    onlyReads: effect === 'reads' && verb !== 'GET',
    within: deadline,
  });
