import lines from './syntax-dictionary.json';

/** A stretch of a value: its signs, how many, and the tests by name that its content has to pass. */
export interface Component {
  readonly signs: 'N' | 'X' | 'Y' | 'Z';
  readonly length: number;
  /** 1 to `length` signs; only the last component may be so. */
  readonly isVariable: boolean;
  readonly isOptional: boolean;
  readonly linters: readonly string[];
}

/** An application identifier as the dictionary has it (gs1/README.md). */
export interface ApplicationIdentifier {
  readonly components: readonly Component[];
  /** May stand in the query of a Digital Link. */
  readonly isAttribute: boolean;
  /** Of a primary key: which qualifiers may follow it, in order; one of these sequences. Absent: no primary key. */
  readonly qualifiers?: readonly (readonly string[])[];
  /** Of each group one alternative has to be there, all of its parts: `01+21`, `35nn`. */
  readonly requires: readonly (readonly string[])[];
  readonly excludes: readonly string[];
}

const COMPONENT = /^(\[)?([NXYZ])(\.\.)?(\d+)\]?((?:,\w+)*)$/;

const componentOf = (text: string): Component => {
  const [, bracket, signs, dots, length, linters = ''] = COMPONENT.exec(text) ?? [];
  if (signs === undefined) throw new Error(`the syntax dictionary has a component ${text}`);
  return {
    signs: signs as Component['signs'],
    length: Number(length),
    isVariable: dots !== undefined,
    isOptional: bracket !== undefined,
    linters: linters.split(',').filter((name) => name !== ''),
  };
};

/** `3100-3105` are six. */
const identifiersOf = (text: string): readonly string[] => {
  const [first = '', last = first] = text.split('-');
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, place) => String(Number(first) + place).padStart(first.length, '0'));
};

const entryOf = (words: readonly string[]): ApplicationIdentifier => {
  const flags = /^[*?]+$/.test(words[0] ?? '') ? (words[0] ?? '') : '';
  const rest = flags === '' ? words : words.slice(1);
  const valuesOf = (key: string): readonly string[] =>
    rest.flatMap((word) => (word === key ? [''] : word.startsWith(`${key}=`) ? [word.slice(key.length + 1)] : []));
  const [sequences] = valuesOf('dlpkey');
  return {
    components: rest.filter((word) => COMPONENT.test(word)).map(componentOf),
    isAttribute: flags.includes('?'),
    requires: valuesOf('req').map((group) => group.split(',')),
    excludes: valuesOf('ex').flatMap((group) => group.split(',')),
    ...(sequences === undefined
      ? {}
      : { qualifiers: sequences.split('|').map((one) => one.split(',').filter(Boolean)) }),
  };
};

const read = (): ReadonlyMap<string, ApplicationIdentifier> =>
  new Map(
    lines.flatMap((line) => {
      const [identifiers = '', ...words] = line.replace(/\s*#.*$/, '').split(' ');
      const entry = entryOf(words);
      return identifiersOf(identifiers).map((identifier) => [identifier, entry] as const);
    }),
  );

let entries: ReadonlyMap<string, ApplicationIdentifier> | undefined;

/** Every application identifier that GS1 has, by its digits; read when it is first asked for. */
export const applicationIdentifiers = (): ReadonlyMap<string, ApplicationIdentifier> => (entries ??= read());

/** Whether an identifier is meant by a word of `req` or `ex`: digits, and `n` for any digit. */
export const isMeantBy = (pattern: string, identifier: string): boolean =>
  pattern.length === identifier.length &&
  [...pattern].every((sign, place) => sign === 'n' || sign === identifier[place]);
