import { decoded, encoded, plainPath } from './percent.js';

const NUMBER = /0*(\d+)/g;

/**
 * A sort key for natural order like PHP's `strnatcmp`: numbers are compared by value, so `[2]` comes before `[10]`;
 * everything else by character code. For encoded names, which contain no spaces. Each number becomes `0`, its length,
 * and its digits without leading zeros, so that longer numbers are larger and numbers compare to other characters like
 * digits.
 */
export const naturalKey = (text: string): string =>
  text.replace(NUMBER, (_, digits: string) => `0${String.fromCharCode(digits.length)}${digits}`);

/** The parts of a request that a signature covers, as received. */
export interface SignedParts {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** The Host header. */
  readonly host: string;
  /** The path as received, without decoding and without the query. */
  readonly path: string;
  /** The query after the `?`; empty without one. */
  readonly query: string;
  /** The OAuth parameters of the header. `oauth_signature` is ignored. */
  readonly oauth: Iterable<readonly [name: string, value: string]>;
  /** The form body, on the token routes. */
  readonly form?: string;
}

/** A candidate for what the client signed. */
export interface SignedForm {
  readonly base: string;
  readonly path: string;
  readonly query: string;
}

/** A query or form pair as received; `isBare` if it has no `=`. */
interface RawPair {
  readonly name: string;
  readonly value: string;
  readonly isBare: boolean;
}

/** A parameter name in the forms needed for comparing and signing. */
interface Name {
  readonly name: string;
  /** Percent-encoded name. */
  readonly key: string;
  readonly natural: string;
  /** The name with as few encoded characters as a query allows. */
  readonly shown: string;
}

interface Pair extends Name {
  readonly value: string;
  /** Percent-encoded value. */
  readonly text: string;
  readonly ofQuery: boolean;
}

type Order = (one: Pair, other: Pair) => number;

/** With more pairs, only the platform's way of signing is tried. */
const PAIRS_MAX = 200;

const byCode = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const natural: Order = (one, other) =>
  byCode(one.natural, other.natural) ||
  (one.text === other.text ? 0 : byCode(naturalKey(one.text), naturalKey(other.text)));
const encodedBytes: Order = (one, other) => byCode(one.key, other.key) || byCode(one.text, other.text);
const decodedBytes: Order = (one, other) => byBytes(one.name, other.name) || byBytes(one.value, other.value);

const rawPairs = (text: string): readonly RawPair[] =>
  text.split('&').flatMap((piece): readonly RawPair[] => {
    if (piece === '') return [];
    const equals = piece.indexOf('=');
    return equals === -1
      ? [{ name: piece, value: '', isBare: true }]
      : [{ name: piece.slice(0, equals), value: piece.slice(equals + 1), isBare: false }];
  });

/** Cache of encoded names, because clients send the same names again and again. */
const seenNames = new Map<string, Name>();
const SEEN_NAMES_MAX = 1000;
const SEEN_LENGTH_MAX = 200;

const nameOf = (name: string): Name => {
  const seen = seenNames.get(name);
  if (seen) return seen;
  const key = encoded(name);
  const made = { name, key, natural: naturalKey(key), shown: key.replaceAll('%5B', '[').replaceAll('%5D', ']') };
  if (seenNames.size >= SEEN_NAMES_MAX) seenNames.clear();
  if (name.length <= SEEN_LENGTH_MAX) seenNames.set(name, made);
  return made;
};

const pairOf = (raw: string, value: string, ofQuery: boolean): Pair => {
  const { name, key, natural: order, shown } = nameOf(raw);
  return { name, key, natural: order, shown, value, text: encoded(value), ofQuery };
};

const DEFAULT_PORT = { http: /:80$/, https: /:443$/ } as const;

const originOf = ({ scheme, host }: SignedParts): string =>
  `${scheme}://${host.toLowerCase().replace(DEFAULT_PORT[scheme], '')}`;

/** In a search, `?searchCriteria` without a value requests all records, so it counts whether or not it was signed. */
const CRITERIA = /^search(?:Criteria|_criteria)$/;

interface Reading {
  /** Whether a plus means a space. */
  readonly blanks: boolean;
  /** Whether a name without `=` is included, with an empty value. */
  readonly bare: boolean;
}

/** The platform's interpretation comes first, then that of RFC 5849 and of forms. */
const READINGS: readonly Reading[] = [
  { blanks: false, bare: false },
  { blanks: true, bare: true },
  { blanks: false, bare: true },
  { blanks: true, bare: false },
];

const ORDERS: readonly Order[] = [natural, encodedBytes, decodedBytes];

/** The parameters of one request, with their possible interpretations. */
class Pairs {
  private readonly query: readonly RawPair[];
  private readonly fixed: readonly Pair[];
  private readonly hasPlus: boolean;
  private readonly hasBare: boolean;
  private readonly reads: boolean;

  constructor({ method, query, oauth, form }: SignedParts) {
    this.query = rawPairs(query);
    this.hasPlus = query.includes('+');
    this.hasBare = this.query.some(({ isBare }) => isBare);
    this.reads = method === 'GET' || method === 'HEAD';
    const header = new Map(oauth);
    // Clients repeat header parameters in the form and sign them once, as the platform reads them.
    const formPairs = rawPairs((form ?? '').replaceAll('+', ' ')).filter(({ name }) => !header.has(decoded(name)));
    this.fixed = [
      ...[...header].flatMap(([name, value]) => (name === 'oauth_signature' ? [] : [pairOf(name, value, false)])),
      ...formPairs.map(({ name, value }) => pairOf(decoded(name), decoded(value), false)),
    ];
  }

  get count(): number {
    return this.query.length + this.fixed.length;
  }

  /** The interpretations that differ for this query. */
  get readings(): readonly Reading[] {
    const { hasPlus, hasBare } = this;
    if (hasPlus && hasBare) return READINGS;
    if (hasPlus || hasBare) return READINGS.slice(0, 2);
    return READINGS.slice(0, 1);
  }

  pairsFor({ blanks, bare }: Reading): readonly Pair[] {
    const text = (raw: string): string => decoded(blanks ? raw.replaceAll('+', ' ') : raw);
    const own = this.query.flatMap(({ name, value, isBare }) =>
      isBare && !bare ? [] : [pairOf(text(name), text(value), true)],
    );
    return [...this.fixed, ...own];
  }

  /** The query string that these signed pairs represent. */
  queryOf(sorted: readonly Pair[], { bare }: Reading): string {
    const signed = sorted.flatMap(({ ofQuery, shown, text }) => (ofQuery ? [`${shown}=${text}`] : []));
    if (bare || !this.hasBare || !this.reads) return signed.join('&');
    const asked = this.query.find(({ name, isBare }) => isBare && CRITERIA.test(name));
    return [...signed, ...(asked ? [`${asked.name}=`] : [])].join('&');
  }
}

/**
 * The signature base strings that real clients create for a request, without duplicates, the platform's first (ADR
 * 40). They differ in the order of parameters, in the meaning of a plus and of a name without `=`, and in the
 * percent-encoding of the path.
 */
export function* signedForms(parts: SignedParts): Generator<SignedForm> {
  const pairs = new Pairs(parts);
  const isLarge = pairs.count > PAIRS_MAX;
  const [orders, readings] = isLarge ? [[natural], READINGS.slice(0, 1)] : [ORDERS, pairs.readings];
  const plain = plainPath(parts.path);
  const paths = isLarge || plain === parts.path ? [plain] : [plain, parts.path];
  const heads = paths.map((path) => `${parts.method.toUpperCase()}&${encoded(originOf(parts) + path)}&`);
  const seen = new Set<string>();
  for (const reading of readings) {
    const own = pairs.pairsFor(reading);
    for (const order of orders) {
      const sorted = own.toSorted(order);
      const text = encoded(sorted.map(({ key, text: value }) => `${key}=${value}`).join('&'));
      if (seen.has(text)) continue;
      seen.add(text);
      const query = pairs.queryOf(sorted, reading);
      for (const [index, path] of paths.entries()) yield { base: `${heads[index] ?? ''}${text}`, path, query };
    }
  }
}
