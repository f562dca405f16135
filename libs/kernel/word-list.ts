/**
 * A closed list of words that modules declare in their manifests. Declarations refer to the list; the words are filled
 * in when the modules are loaded. Until then it is empty and accepts nothing.
 */
export class WordList extends Array<string> {}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object);

export class Words {
  /** Declarations share many objects, so each is processed once. */
  private readonly done = new WeakMap<object, unknown>();

  constructor(private readonly lists: ReadonlyMap<WordList, readonly string[]>) {}

  wordsOf(list: WordList): readonly string[] {
    const words = this.lists.get(list);
    if (!words) throw new Error('no module contributes to this list of words');
    return words;
  }

  /** Returns declared data with word lists filled in; the same object if it contains none. */
  in<T>(declared: T): T {
    if (declared instanceof WordList) return this.wordsOf(declared) as T;
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

/** Placeholder for the scopes of all modules that have a rank, in that order. */
export const RANKED_SCOPES = new WordList();

/** A number in a text, such as 10,000. */
export const withCommas = (value: number): string => value.toLocaleString('en-US');
