import { type Criteria, type Fault, type Filter, refuse, sentence, type Sort } from '../../../../libs/kernel/index.js';
import { LIST_INDEX, nameOf, SHOWN_FIELDS, type Way, WAYS } from '../../passport/domain/index.js';

/** So many passports are counted, paged to, and looked at one by one; more are asked for in parts (passports-public.md). */
export const LISTED_MAX = 10_000;

/** Every index of the list has these, so they never make one search longer than another. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['storeId', 'validFrom', 'validTo']);
/** What can't be asked for at all: addresses and digests, which nobody looks for by what is in them. */
const NEVER: ReadonlySet<string> = new Set(
  SHOWN_FIELDS.filter(({ shown }) => shown?.isUnsearched).map(({ property }) => property),
);
/** Compared by code point, which no index of lower-case ones knows. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(
  SHOWN_FIELDS.filter(({ kind }) => kind === 'text' || kind === 'code').map(({ property }) => property),
);
const RANGES: ReadonlySet<string> = new Set(['gt', 'lt', 'gteq', 'lteq', 'from', 'to', 'moreq']);

/** A text that begins so, or is so, without regard to case. */
export interface Beginning {
  readonly property: string;
  readonly text: string;
  readonly isWhole: boolean;
}

/** Filters of which one has to hold. */
export interface PublicGroup {
  readonly filters: readonly Filter[];
  readonly beginnings: readonly Beginning[];
  /** What the index is asked by for `filters`, which it has in lower case alone; none: by what they are. */
  readonly within: readonly Beginning[];
  /** The index that answers this group by itself; undefined: it only narrows another one. */
  readonly index: string | undefined;
  /** The property by which that index is in order. */
  readonly by: string | undefined;
}

/** A search of the public list that is known to end soon. */
export interface PublicSearch {
  readonly groups: readonly PublicGroup[];
  readonly sort: readonly Sort[];
  /** The index in whose order everything is walked through, where no group is answered by one. */
  readonly walked: string;
  /** No passport that is listed can match. */
  readonly isEmpty: boolean;
}

const FIELDS = [...WAYS.keys()].map(nameOf).join(', ');
const TEXTS = [...WAYS].flatMap(([property, { beginning }]) => (beginning ? [nameOf(property)] : [])).join(', ');

const notByField = (property: string): Fault =>
  sentence('The public list cannot be filtered by "%fieldName". Use one of %fields.', {
    fieldName: nameOf(property),
    fields: FIELDS,
  });
const notByCondition = (property: string, condition: string): Fault =>
  sentence(
    'The public list cannot be filtered by "%condition" on "%fieldName". Use "eq", "in", or "like" with a fixed prefix.',
    { condition, fieldName: nameOf(property) },
  );
const noBeginning = (): Fault =>
  sentence(
    'In the public list, "like" needs a fixed prefix followed by one wildcard, as in "abc%". It works with %fields.',
    { fields: TEXTS },
  );
const nothingByIndex = (): Fault =>
  sentence(
    'The public list needs a filter group on one indexed field: %fields. Use "eq", "in", a range of numbers or "like" with a fixed prefix. Further groups can narrow the result.',
    { fields: FIELDS },
  );
const notSorted = (property: string): Fault =>
  sentence('The public list cannot be sorted by "%fieldName". Sort by one of %fields.', {
    fieldName: nameOf(property),
    fields: FIELDS,
  });
const sortedTwice = (): Fault =>
  sentence('Without a filter, the public list can be sorted by one field, followed by passport_id.');

/** More than can be looked at one by one match each of the groups. */
export const tooMany = (): Fault =>
  sentence(
    'Each filter group alone matches more than %max passports. Use a narrower filter, such as a sku, gtin or mpn.',
    { max: LISTED_MAX },
  );
export const notSortedSo = (): Fault =>
  sentence('More than %max passports match. Sort by passport_id or by the filtered field, or narrow the filter.', {
    max: LISTED_MAX,
  });
const beyond = (): Fault =>
  sentence(
    'Paging reaches only the first %max passports of the public list. To continue, sort by "passport_id" and filter it with "gt" and the last value.',
    { max: LISTED_MAX },
  );

/** The beginning that a pattern fixes; undefined if it has wildcards elsewhere than at its end. */
export const beginningOf = (pattern: string): Omit<Beginning, 'property'> | undefined => {
  const characters = [...pattern];
  let text = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '_') return undefined;
    if (character === '%') {
      const isLast = characters.slice(at).every((one) => one === '%');
      return isLast && text !== '' ? { text: text.toLowerCase(), isWhole: false } : undefined;
    }
    if (character === '\\') at += 1;
    // A lone backslash at the end is itself.
    text += character === '\\' ? (characters[at] ?? '\\') : character;
  }
  return { text: text.toLowerCase(), isWhole: true };
};

const faultsOf = ({ property, condition, values }: Filter): readonly Fault[] => {
  if (NEVER.has(property)) return [notByField(property)];
  if (condition === 'nlike' || condition === 'finset' || condition === 'nfinset')
    return [notByCondition(property, condition)];
  if (condition === 'like')
    return WAYS.get(property)?.beginning && beginningOf(String(values[0])) ? [] : [noBeginning()];
  return RANGES.has(condition) && TEXT_FIELDS.has(property) ? [notByCondition(property, condition)] : [];
};

/** Texts that have an index in lower case only are looked for there, and compared as they are. */
const byWhole = (filters: readonly Filter[], { index, beginning }: Way, property: string): PublicGroup => {
  if (!beginning || beginning.property === property || index !== beginning.index)
    return { filters, beginnings: [], within: [], index, by: property };
  const texts = filters.flatMap(({ values }) => values.map((value) => String(value).toLowerCase()));
  const within = texts.map((text) => ({ property: beginning.property, text, isWhole: true }));
  return { filters, beginnings: [], within, index, by: beginning.property };
};

const groupOf = (filters: readonly Filter[]): PublicGroup => {
  const likes = filters.filter(({ condition }) => condition === 'like');
  const others = filters.filter(({ condition }) => condition !== 'like');
  const beginnings = likes.flatMap(({ property, values: [pattern] }): readonly Beginning[] => {
    const found = beginningOf(String(pattern));
    const target = WAYS.get(property)?.beginning?.property;
    return found && target !== undefined ? [{ property: target, ...found }] : [];
  });
  const [first] = filters;
  const way = first && WAYS.get(first.property);
  const isOneField = filters.every(({ property }) => property === first?.property);
  const isPositive = others.every(({ condition }) => condition === 'eq' || condition === 'in' || RANGES.has(condition));
  const isOneKind = likes.length === 0 || others.length === 0;
  if (!way || !isOneField || !isPositive || !isOneKind)
    return { filters: others, beginnings, within: [], index: undefined, by: undefined };
  return likes.length > 0
    ? { filters: others, beginnings, within: [], index: way.beginning?.index, by: way.beginning?.property }
    : byWhole(others, way, first.property);
};

const PUBLISHED = 'published';

/** Whether what is listed, which is published without exception, meets one of these. */
const holdsOfPublished = ({ condition, values }: Filter): boolean => {
  const isNamed = values.includes(PUBLISHED);
  if (condition === 'eq' || condition === 'in') return isNamed;
  if (condition === 'neq' || condition === 'nin') return !isNamed;
  return condition === 'notnull';
};

/**
 * How a search of the public list is answered by indexes, or `InputRefused` with what may be asked instead: nobody who is
 * not known may have a million passports gone through (passports-public.md, "What may be searched").
 */
export const publicSearchOf = ({ groups, sort, page, pageSize }: Criteria): PublicSearch => {
  const asked = groups.filter((filters) => filters.length > 0);
  const isOfStatus = (filters: readonly Filter[]): boolean => filters.every(({ property }) => property === 'status');
  const ofStatus = asked.filter(isOfStatus);
  const others = asked.filter((filters) => !isOfStatus(filters));
  refuse(asked.flat().flatMap(faultsOf));
  const made = others.map(groupOf);
  const free = (filters: readonly Filter[]): boolean => filters.every(({ property }) => ALWAYS_THERE.has(property));
  const needsWay = others.some((filters) => !free(filters));
  const hasWay = made.some(({ index }) => index !== undefined);
  const [first, second] = sort;
  refuse([
    ...(needsWay && !hasWay ? [nothingByIndex()] : []),
    ...sort.flatMap(({ property }) => (WAYS.has(property) ? [] : [notSorted(property)])),
    ...(!hasWay && second && !(sort.length === 2 && second.property === 'passportId') ? [sortedTwice()] : []),
    ...(page * pageSize > LISTED_MAX + pageSize - 1 ? [beyond()] : []),
  ]);
  const sortedBy = (property: string): string => {
    const beginning = WAYS.get(property)?.beginning;
    return beginning?.property ?? property;
  };
  const way = WAYS.get(first?.property ?? 'passportId');
  return {
    groups: made,
    sort: sort.map(({ property, direction }) => ({ property: sortedBy(property), direction })),
    walked: way?.beginning?.index ?? way?.index ?? LIST_INDEX,
    isEmpty: ofStatus.some((filters) => !filters.some(holdsOfPublished)),
  };
};
