/**
 * What the texts of the product have to keep to, so that a reader needs no vocabulary of this project. A phrase that
 * should never appear again is added here.
 */

/** Phrases that no text of the product contains. */
export const BANNED: readonly string[] = [
  'told',
  'tells',
  'whoever',
  'so many',
  'comes to',
  'comes out to',
  'beside',
  'begun',
  'nobody',
  'everybody',
  'anybody',
  'remembered',
  'forgets',
  'judge',
  'judges',
  'judged',
  'asked of',
  'wish',
  'wishes',
  'wished',
  'is dead',
  'are dead',
  'the former one',
  'the former ones',
  "isn't there",
];

/** A field's description names what the field holds, so it begins with none of these. */
const NO_BEGINNING: ReadonlySet<string> = new Set(
  ['of', 'what', 'which', 'who', 'whose', 'where', 'when', 'why', 'how', 'by', 'as', 'also', 'another'].concat([
    'i',
    'you',
    'he',
    'she',
    'it',
    'we',
    'they',
    'its',
    'his',
    'her',
    'our',
    'their',
    'this',
    'these',
    'those',
  ]),
);

/** Words that add nothing to a field's name. */
const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'of', 'id', 'ids']);

const LONGEST_SENTENCE = 25;

export interface ProductText {
  /** A file and line, or a path in a document. */
  readonly where: string;
  readonly text: string;
}

export interface FieldText extends ProductText {
  readonly name: string;
}

interface Exception {
  readonly where: RegExp;
  readonly phrase: string;
  readonly because: string;
}

/** At most ten. */
export const EXCEPTIONS: readonly Exception[] = [];

const withoutValues = (text: string): string => text.replaceAll('’', "'").replace(/`[^`]*`/g, '`value`');

const BANNED_PATTERN = new RegExp(`(?<![\\w-])(?:${BANNED.join('|').replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi');

/** The banned phrases of a text; a value in backticks is not prose. */
export const bannedIn = (text: string): readonly string[] =>
  [...withoutValues(text).matchAll(BANNED_PATTERN)].map(([found]) => found.toLowerCase());

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

const partsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '' && !FILLERS.has(part));

/** What is wrong with the description of a field. */
export const shapeFaults = ({ name, text }: Omit<FieldText, 'where'>): readonly string[] => {
  const prose = withoutValues(text).trim();
  const words = wordsOf(prose);
  const [first = ''] = words;
  const opening = first.toLowerCase().replace(/[^\p{L}\p{N}].*$/u, '');
  const ofName = new Set(partsOf(name));
  const longest = Math.max(0, ...prose.split(/[.!?](?:\s|$)/).map((sentence) => wordsOf(sentence).length));
  return [
    ...(words.length < 2 ? ['has fewer than two words'] : []),
    ...(NO_BEGINNING.has(opening) ? [`begins with "${first}"`] : []),
    ...(/^\d/.test(prose) ? ['begins with a number'] : []),
    ...(partsOf(text).every((part) => ofName.has(part)) ? ['repeats the name'] : []),
    ...(/[.!?]\s/.test(prose) && !/[.!?]$/.test(prose) ? ['ends its last sentence without a full stop'] : []),
    ...(longest > LONGEST_SENTENCE ? [`has a sentence of ${longest} words`] : []),
  ];
};
