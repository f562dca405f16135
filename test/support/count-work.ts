/** Texts of at least this length count as long. */
const LONG = 4096;

const TEXT_METHODS = [
  'split',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'replace',
  'replaceAll',
  'match',
  'matchAll',
  'startsWith',
  'endsWith',
  'includes',
  'indexOf',
  'normalize',
] as const;

export interface Work {
  /** Total length of long texts passed to string methods and regular expressions. */
  readonly characters: number;
  /** The regular expressions that received a long text. */
  readonly patterns: ReadonlySet<string>;
}

/** Counts how often long texts are scanned while `act` runs, which is more reliable than measuring time. */
export const countWork = async (act: () => Promise<unknown>): Promise<Work> => {
  let characters = 0;
  const patterns = new Set<string>();
  const texts = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const restore: (() => void)[] = [];
  for (const name of TEXT_METHODS) {
    const original = texts[name];
    if (!original) throw new Error(`texts have no method ${name}`);
    texts[name] = function (this: string, ...args: unknown[]): unknown {
      if (this.length >= LONG) characters += this.length;
      return original.apply(this, args);
    };
    restore.push(() => (texts[name] = original));
  }
  const exec = RegExp.prototype.exec;
  RegExp.prototype.exec = function (this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    if (typeof text === 'string' && text.length >= LONG) {
      // Repeated matching continues where the previous match ended. A sticky pattern only tries one position.
      const end = this.sticky ? from + 1 : text.length;
      characters += (found ? found.index + found[0].length : end) - from;
      patterns.add(String(this));
    }
    return found;
  };
  restore.push(() => (RegExp.prototype.exec = exec));
  try {
    await act();
  } finally {
    for (const one of restore) one();
  }
  return { characters, patterns };
};
