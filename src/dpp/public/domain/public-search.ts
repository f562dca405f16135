import {
  type Criteria,
  type Fault,
  type Filter,
  isLike,
  refuse,
  sentence,
  type Sort,
} from '../../../../libs/kernel/index.js';
import { LIST_INDEX, nameOf, SHOWN_FIELDS, type Way, WAYS } from '../../passport/domain/index.js';

/** Maximum number of passports that are counted, paged through and examined one by one (passports-public.md). */
export const LISTED_MAX = 10_000;

/** Fields in every index of the list, so filters on them never make a search slower. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['storeId', 'validFrom', 'validTo']);
/** Fields that are not searchable: addresses and digests. */
const NEVER: ReadonlySet<string> = new Set(
  SHOWN_FIELDS.filter(({ shown }) => shown?.isUnsearched).map(({ property }) => property),
);
/** Fields compared by code point, which lowercase indexes do not support. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(
  SHOWN_FIELDS.filter(({ kind }) => kind === 'text' || kind === 'code').map(({ property }) => property),
);
const RANGES: ReadonlySet<string> = new Set(['gt', 'lt', 'gteq', 'lteq', 'from', 'to', 'moreq']);

/** A case-insensitive search for a prefix or for the whole text. */
export interface Beginning {
  readonly property: string;
  readonly text: string;
  readonly isWhole: boolean;
}

/** Filters joined by OR. */
export interface PublicGroup {
  readonly filters: readonly Filter[];
  readonly beginnings: readonly Beginning[];
  /** Lowercase index lookups that run before `filters`; empty if the filters use the index directly. */
  readonly within: readonly Beginning[];
  /** The index for this group alone; undefined if the group only narrows another one. */
  readonly index: string | undefined;
  /** The property that the index is sorted by. */
  readonly by: string | undefined;
}

/** A search of the public list with limited cost. */
export interface PublicSearch {
  readonly groups: readonly PublicGroup[];
  readonly sort: readonly Sort[];
  /** The index to scan in order if no group has an index. */
  readonly walked: string;
  /** True if no listed passport can match. */
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
    'In the public list, "like" requires a fixed prefix followed by one wildcard, as in "abc%". Use "like" on %fields.',
    { fields: TEXTS },
  );
const nothingByIndex = (): Fault =>
  sentence(
    'The search has no filter group on an indexed field. Filter by one of %fields with "eq", "in", a range of numbers, or "like" with a fixed prefix. Further groups can narrow the result.',
    { fields: FIELDS },
  );
const notSorted = (property: string): Fault =>
  sentence('The public list cannot be sorted by "%fieldName". Sort by one of %fields.', {
    fieldName: nameOf(property),
    fields: FIELDS,
  });
const sortedTwice = (): Fault =>
  sentence(
    'Without a filter, the public list can be sorted by one field only. Send one sort order, optionally followed by passport_id.',
  );

/** Refusal of a search in which each group alone matches too many passports to examine one by one. */
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
    'Paging reaches only the first %max passports of the public list. To continue, sort by "passport_id" and filter by "passport_id" with "gt" and the last value.',
    { max: LISTED_MAX },
  );

/** The prefix in a pattern; undefined if the pattern has wildcards before its end. */
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
    // A trailing backslash is a literal backslash.
    text += character === '\\' ? (characters[at] ?? '\\') : character;
  }
  return { text: text.toLowerCase(), isWhole: true };
};

const faultsOf = ({ property, condition, values }: Filter): readonly Fault[] => {
  // Always `published`, so no filter on the status needs an index.
  if (property === 'status') return [];
  if (NEVER.has(property)) return [notByField(property)];
  if (condition === 'nlike' || condition === 'finset' || condition === 'nfinset')
    return [notByCondition(property, condition)];
  if (condition === 'like')
    return WAYS.get(property)?.beginning && beginningOf(String(values[0])) ? [] : [noBeginning()];
  return RANGES.has(condition) && TEXT_FIELDS.has(property) ? [notByCondition(property, condition)] : [];
};

/** Looks up whole texts in the lowercase index and then compares them exactly. */
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

/** True if the filter matches published passports. All listed passports are published. */
const holdsOfPublished = ({ condition, values }: Filter): boolean => {
  const text = String(values[0]);
  switch (condition) {
    case 'eq':
    case 'in':
    case 'finset':
      return values.includes(PUBLISHED);
    case 'neq':
    case 'nin':
    case 'nfinset':
      return !values.includes(PUBLISHED);
    case 'like':
      return isLike(PUBLISHED, text);
    case 'nlike':
      return !isLike(PUBLISHED, text);
    case 'gt':
      return PUBLISHED > text;
    case 'lt':
      return PUBLISHED < text;
    case 'gteq':
    case 'from':
    case 'moreq':
      return PUBLISHED >= text;
    case 'lteq':
    case 'to':
      return PUBLISHED <= text;
    case 'null':
      return false;
    case 'notnull':
      return true;
  }
};

/**
 * Plans a search of the public list by indexes. Throws `InputRefused` with the allowed alternatives if no index fits,
 * because anonymous callers must not trigger a scan of a million passports (passports-public.md, "What may be
 * searched").
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
