import { type Fault, invalidValue, RightMissing } from '../../../libs/kernel/index.js';
import type { Precondition } from '../../../libs/records/index.js';
import { missingRight } from '../domain/grants.js';
import { type AccessActor, grantable, shownRight, storedRight, unknownRights } from '../domain/rights.js';

/** A record with a list of ACL resources. */
interface Listing {
  readonly resources: readonly string[];
}

/**
 * The rights that exist in this installation, and their API names: stored without the vendor's prefix, shown with it.
 */
export class RightNames {
  private readonly known: ReadonlySet<string>;

  /** @param installed The rights declared by the installed modules, without prefix. */
  constructor(
    private readonly vendor: string,
    installed: readonly string[],
  ) {
    this.known = grantable(installed);
  }

  /**
   * The stored names of sent rights, without duplicates. Names in `before` may stay, even if their module is not
   * installed now.
   */
  read(
    sent: readonly string[],
    before: readonly string[],
  ): { readonly resources: readonly string[]; readonly faults: readonly Fault[] } {
    const named = sent.map((shown) => ({ shown, stored: storedRight(this.vendor, shown) }));
    const resources = [...new Set(named.flatMap(({ stored }) => stored ?? []))];
    const unknown = new Set(unknownRights(this.known, before, resources));
    const faults = named
      .filter(({ stored }) => stored === undefined || unknown.has(stored))
      .map(({ shown }) => invalidValue('resources', shown, 'rights of installed modules'));
    return { resources, faults };
  }

  show<T extends Listing>(record: T): T {
    return { ...record, resources: record.resources.map((right) => shownRight(this.vendor, right)) };
  }

  /** A precondition on the record with the API names of its rights. */
  shown<T extends Listing>(precondition: Precondition<T> | undefined): Precondition<T> | undefined {
    return precondition && ((stored) => precondition(this.show(stored)));
  }

  /** Throws `RightMissing` with the API name of the first right that the actor does not have (access.md, "Rights"). */
  mustHold(actor: AccessActor, rights: readonly string[]): void {
    const missing = missingRight(actor, rights);
    if (missing !== undefined) throw new RightMissing(shownRight(this.vendor, missing));
  }
}
