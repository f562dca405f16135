import { type Fault, invalidValue, RightMissing } from '../../../libs/kernel/index.js';
import { missingRight } from '../domain/grants.js';
import { type AccessActor, grantable, shownRight, storedRight, unknownRights } from '../domain/rights.js';

/** Something that lists ACL resources. */
interface Listing {
  readonly resources: readonly string[];
}

/** The rights that exist here, and their names on the wire: stored without the vendor's prefix, shown with it. */
export class RightNames {
  private known: ReadonlySet<string> | undefined;

  /**
   * @param installed The rights that the installed modules require, without prefix; called when all modules are
   * loaded.
   */
  constructor(
    private readonly vendor: string,
    private readonly installed: () => readonly string[],
  ) {}

  /** The installed rights, without parents that combine them. */
  get all(): readonly string[] {
    return [...new Set(this.installed())].sort();
  }

  shown(right: string): string {
    return shownRight(this.vendor, right);
  }

  /** What a client sent, as it is stored: a set. Names that `before` has may stay, whatever is installed now. */
  read(
    sent: readonly string[],
    before: readonly string[],
  ): { readonly resources: readonly string[]; readonly faults: readonly Fault[] } {
    this.known ??= grantable(this.installed());
    const { known } = this;
    const named = sent.map((shown) => ({ shown, stored: storedRight(this.vendor, shown) }));
    const resources = [...new Set(named.flatMap(({ stored }) => stored ?? []))];
    const unknown = new Set(unknownRights(known, before, resources));
    const faults = named
      .filter(({ stored }) => stored === undefined || unknown.has(stored))
      .map(({ shown }) => invalidValue('resources', shown));
    return { resources, faults };
  }

  show<T extends Listing>(record: T): T {
    return { ...record, resources: record.resources.map((right) => shownRight(this.vendor, right)) };
  }

  /** `RightMissing`, by its name on the wire, for the first right that the actor hasn't got (wire.md §6). */
  mustHold(actor: AccessActor, rights: readonly string[]): void {
    const missing = missingRight(actor, rights);
    if (missing !== undefined) throw new RightMissing(shownRight(this.vendor, missing));
  }
}
