import { Injectable } from '@nestjs/common';
import { RightMissing } from '../../../libs/kernel/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import { Resources } from '../../../libs/records/index.js';
import { aclId, WireSettings } from '../../../libs/web/index.js';
import { type EventSubject, neededRight, type ReadRights, rightsOfPatterns } from '../domain/event-rights.js';
import { nameOf } from '../ports/accounts.js';

/** An event is a copy of a record, so it needs the current right to read the record (webhooks.md, "Owner"). */
@Injectable()
export class EventRights {
  private readonly rights: ReadRights;

  constructor(
    resources: Resources,
    private readonly settings: WireSettings,
  ) {
    const declared = resources.all.map(({ resource, rights }) => [resource, rights.read] as const);
    const document = declared.find(([name]) => name === 'document');
    // The audit trail has its own name for the files of documents.
    this.rights = new Map([...declared, ...(document ? [['documentFile', document[1]] as const] : [])]);
  }

  mayRead(caller: Caller, event: EventSubject): boolean {
    const right = neededRight(event, nameOf(caller), this.rights);
    return right === undefined || caller.holds(right);
  }

  /** `RightMissing` for the first right that events matching these patterns need and the caller does not have. */
  mustReadAll(caller: Caller, patterns: readonly string[]): void {
    const missing = rightsOfPatterns(patterns, this.rights).find((right) => !caller.holds(right));
    if (missing !== undefined) throw new RightMissing(aclId(this.settings, missing));
  }
}
