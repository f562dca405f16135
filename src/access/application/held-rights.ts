import { type AccessActor, shownRight } from '../domain/rights.js';

/** A right with its title for people. */
interface TitledRight {
  readonly name: string;
  readonly title: string;
}

/** The rights of a caller one by one, those of a parent too, as they are shown. */
export class HeldRights {
  private readonly titles: ReadonlyMap<string, string>;

  /** @param installed What the installed modules declare, without the vendor's prefix. */
  constructor(
    private readonly vendor: string,
    installed: readonly TitledRight[],
  ) {
    this.titles = new Map(installed.map(({ name, title }) => [name, title]));
  }

  /** Ordered by name. */
  of({ holds }: Pick<AccessActor, 'holds'>): readonly { readonly resource: string; readonly title: string }[] {
    return [...this.titles]
      .filter(([name]) => holds(name))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, title]) => ({ resource: shownRight(this.vendor, name), title }));
  }
}
