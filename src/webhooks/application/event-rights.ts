import { RightMissing } from '../../../libs/kernel/index.js';
import type { Resources } from '../../../libs/records/index.js';
import { type EventSubject, neededRight, type ReadRights, rightsOfPatterns } from '../domain/event-rights.js';
import { type Account, nameOf } from '../ports/accounts.js';

/** An event is a copy of a record: it is for those who may read the record, as they are now (webhooks.md, "Owner"). */
export class EventRights {
  private readonly rights: ReadRights;

  /** @param shown The name of a right on the wire. */
  constructor(
    resources: Resources,
    private readonly shown: (right: string) => string,
  ) {
    const declared = resources.all.map(({ resource, rights }) => [resource, rights.read] as const);
    const document = declared.find(([name]) => name === 'document');
    // The audit trail has the files of documents under a name of their own.
    this.rights = new Map([...declared, ...(document ? [['documentFile', document[1]] as const] : [])]);
  }

  mayRead(caller: Account, event: EventSubject): boolean {
    const right = neededRight(event, nameOf(caller), this.rights);
    return right === undefined || caller.holds(right);
  }

  /** `RightMissing` for the first right that events of these patterns need and the caller hasn't. */
  mustReadAll(caller: Account, patterns: readonly string[]): void {
    const missing = rightsOfPatterns(patterns, this.rights).find((right) => !caller.holds(right));
    if (missing !== undefined) throw new RightMissing(this.shown(missing));
  }
}
