/** A tree of words: each word leads to the words that can follow it. */
interface WordTree {
  readonly following: Map<string, WordTree>;
  /** True at the end of a phrase. */
  isEnd: boolean;
}

/** Lowercased sequences of letters and digits. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const treeOf = (phrases: readonly string[]): WordTree => {
  const root: WordTree = { following: new Map(), isEnd: false };
  for (const words of phrases.map(wordsOf).filter(({ length }) => length > 0)) {
    let node = root;
    for (const word of words) {
      const next = node.following.get(word) ?? { following: new Map(), isEnd: false };
      node.following.set(word, next);
      node = next;
    }
    node.isEnd = true;
  }
  return root;
};

const beginsAt = (words: readonly string[], index: number, root: WordTree): boolean => {
  let node: WordTree | undefined = root;
  for (let at = index; node && !node.isEnd; at += 1) node = node.following.get(words[at] ?? '');
  return node !== undefined;
};

/**
 * True if a text contains a phrase as consecutive whole words: "Co" is in "Cobalt (Co)" but not in "Copper". Linear in
 * the text length, because phrases are short (`CONDITION_LIMITS`).
 */
export const haveWholeWords = (texts: readonly string[], phrases: readonly string[]): boolean => {
  const root = treeOf(phrases);
  return texts.map(wordsOf).some((words) => words.some((_, index) => beginsAt(words, index, root)));
};
