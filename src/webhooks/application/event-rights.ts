import { RightMissing } from '../../../libs/kernel/index.js';
import type { Resources } from '../../../libs/records/index.js';
import { type EventSubject, neededRight, type ReadRights, rightsOfPatterns } from '../domain/event-rights.js';
import { type Account, nameOf } from '../ports/accounts.js';

/** An event is a copy of a record, so the owner needs the current right to read the record (webhooks.md, "Owner"). */
export class EventRights {
  private readonly rights: ReadRights;

  /** @param shown Returns the API name of a right. */
  constructor(
    resources: Resources,
    private readonly shown: (right: string) => string,
  ) {
    const declared = resources.all.map(({ resource, rights }) => [resource, rights.read] as const);
    const document = declared.find(([name]) => name === 'document');
    // The audit trail has its own name for files of documents.
    this.rights = new Map([...declared, ...(document ? [['documentFile', document[1]] as const] : [])]);
  }

  mayRead(caller: Account, event: EventSubject): boolean {
    const right = neededRight(event, nameOf(caller), this.rights);
    return right === undefined || caller.holds(right);
  }

  /** Throws `RightMissing` for the first right that the caller lacks for events that match these patterns. */
  mustReadAll(caller: Account, patterns: readonly string[]): void {
    const missing = rightsOfPatterns(patterns, this.rights).find((right) => !caller.holds(right));
    if (missing !== undefined) throw new RightMissing(this.shown(missing));
  }
}
