import lines from './syntax-dictionary.json';

/** A component of a value: its characters, length and content checks. */
export interface Component {
  readonly signs: 'N' | 'X' | 'Y' | 'Z';
  readonly length: number;
  /** True if the component has 1 to `length` characters. Only the last component can be variable. */
  readonly isVariable: boolean;
  readonly isOptional: boolean;
  readonly linters: readonly string[];
}

/** An application identifier of the dictionary (gs1/README.md). */
export interface ApplicationIdentifier {
  readonly components: readonly Component[];
  /** True if the identifier is allowed in the query of a Digital Link. */
  readonly isAttribute: boolean;
  /** Allowed sequences of qualifiers, in order. Only for primary keys. */
  readonly qualifiers?: readonly (readonly string[])[];
  /** One complete alternative of each group is required, such as `01+21` or `35nn`. */
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

/** Expands ranges such as `3100-3105`. */
const identifiersOf = (text: string): readonly string[] => {
  const [first = '', last = first] = text.split('-');
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) => String(Number(first) + index).padStart(first.length, '0'));
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

/** All GS1 application identifiers by digits; parsed on first use. */
export const applicationIdentifiers = (): ReadonlyMap<string, ApplicationIdentifier> => (entries ??= read());

/** True if a pattern of `req` or `ex` matches an identifier; `n` matches any digit. */
export const isMeantBy = (pattern: string, identifier: string): boolean =>
  pattern.length === identifier.length &&
  [...pattern].every((sign, index) => sign === 'n' || sign === identifier[index]);
