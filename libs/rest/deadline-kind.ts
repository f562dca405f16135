import { SetMetadata } from '@nestjs/common';
import type { DeadlineKind } from '../kernel/index.js';
import { BODY } from './body.js';
import type { BodySpec, Need } from '../operations/index.js';
import { NEED, ONLY_READS } from '../web/index.js';

const WITHIN = 'webapi:within';

/** The deadline of a handler whose declaration tells too little: one that goes through a whole book. */
export const Within = (kind: DeadlineKind): MethodDecorator => SetMetadata(WITHIN, kind);

/** What a route declares, as far as its deadline follows from it. */
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

/** Which deadline a route has (operations.md, "Deadlines"). What declares no right is another library's and open. */
export const deadlineKindOf = ({ verb, need, body, onlyReads, within }: DeadlineParts): DeadlineKind => {
  if (within) return within;
  if (onlyReads) return 'quote';
  if (verb === 'GET') return need === undefined || isOpen(need) ? 'quote' : 'read';
  return body && isLarge(body) ? 'bulk' : 'write';
};

const isOpen = ({ kind }: Need): boolean => kind === 'anonymous' || kind === 'storefront';

const metadata = <T>(key: string, handler: object): T | undefined => Reflect.getMetadata(key, handler) as T | undefined;

/** The same, of a handler with its metadata. */
export const deadlineOf = (verb: string, handler: object): DeadlineKind =>
  deadlineKindOf({
    verb,
    need: metadata<Need>(NEED, handler),
    body: metadata<BodySpec>(BODY, handler),
    onlyReads: metadata<boolean>(ONLY_READS, handler) ?? false,
    within: metadata<DeadlineKind>(WITHIN, handler),
  });
