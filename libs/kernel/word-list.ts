/**
 * A closed list of words from the manifests of all modules. Declarations refer to it; the words are filled in when the
 * modules are loaded. Until then it is empty and accepts nothing.
 */
export class WordList extends Array<string> {}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object);

/** The words of each list. */
export class Words {
  /** Declarations share much. */
  private readonly done = new WeakMap<object, unknown>();

  constructor(private readonly lists: ReadonlyMap<WordList, readonly string[]>) {}

  of(list: WordList): readonly string[] {
    const words = this.lists.get(list);
    if (!words) throw new Error('no module contributes to this list of words');
    return words;
  }

  /** Declared data with word lists filled in. Data without word lists stays the same object. */
  in<T>(declared: T): T {
    if (declared instanceof WordList) return this.of(declared) as T;
    if (!isPlain(declared)) return declared;
    if (!this.done.has(declared)) this.done.set(declared, this.replaced(declared));
    return this.done.get(declared) as T;
  }

  private replaced(declared: object): object {
    const before = Object.entries(declared) as [string, unknown][];
    const after = before.map(([key, value]) => [key, this.in(value)] as const);
    if (after.every(([, value], index) => value === before[index]?.[1])) return declared;
    return Array.isArray(declared) ? after.map(([, value]) => value) : Object.fromEntries(after);
  }
}

/** The scopes of all modules that have a rank, in this order. Declarations refer to this name. */
export const RANKED_SCOPES = new WordList();

/** A number in a text, such as 10,000. */
export const withCommas = (value: number): string => value.toLocaleString('en-US');
