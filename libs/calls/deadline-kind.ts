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

/** Whether a body has many records, or is streamed. */
const isLarge = (body: BodySpec): boolean =>
  body.kind === 'bulk' || body.kind === 'records' || body.kind === 'stream' || body.limit === 'bulk';

/**
 * The deadline kind of a route (operations.md, "Deadlines"). Routes without a declared right belong to other libraries
 * and have no access check.
 */
export const deadlineKindOf = ({ verb, need, body, onlyReads, within }: DeadlineParts): DeadlineKind => {
  if (within) return within;
  if (onlyReads) return 'quote';
  if (verb === 'GET') return need === undefined || isOpen(need) ? 'quote' : 'read';
  return body && isLarge(body) ? 'bulk' : 'write';
};

const isOpen = ({ kind }: Need): boolean => kind === 'anonymous' || kind === 'storefront';

/** The deadline kind of an operation; the same for every interface. */
export const operationDeadline = ({ rest: { verb }, right, input, effect, deadline }: Operation): DeadlineKind =>
  deadlineKindOf({
    verb,
    need: right,
    body: bodyOf(input),
    onlyReads: effect === 'reads' && verb !== 'GET',
    within: deadline,
  });
