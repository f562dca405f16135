import { SetMetadata } from '@nestjs/common';
import type { DeadlineKind } from '../kernel/index.js';
import { BODY } from './body.js';
import { deadlineKindOf } from '../calls/index.js';
import type { BodySpec, Need } from '../operations/index.js';
import { NEED, ONLY_READS } from '../web/index.js';

const WITHIN = 'webapi:within';

/** Overrides the derived deadline of a handler, for example if it reads all prices. */
export const Within = (kind: DeadlineKind): MethodDecorator => SetMetadata(WITHIN, kind);

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
