import type { Sql } from '../../../../../libs/database/index.js';
import { type IdentifierHolder, isSameHolder, productIdentifier } from '../../../passport/domain/index.js';
import type { SomeDays } from '../../domain/certain-days.js';
import type { GtinQuestion, SkuQuestion } from '../../ports/published-passports.js';
import { byGtin, bySku, byUuid, type PublicRow } from './published-sql.js';

export const ALL_STORES = 0;

/** The store's own passport comes before that of store 0. */
export const ownFirst = (one: PublicRow, other: PublicRow): number =>
  Number(one.storeId === ALL_STORES) - Number(other.storeId === ALL_STORES);

export type Question = GtinQuestion | { readonly uuid: string };

/** A lookup for the best match among passports valid on at least one of these dates. */
export interface DatedQuestion {
  readonly question: SkuQuestion | Question;
  readonly days: SomeDays;
}

const isSku = (question: SkuQuestion | Question): question is SkuQuestion => 'sku' in question;

/** The lookup in the store, and the same lookup in store 0. */
export const skuParts = (
  question: SkuQuestion,
  index: number,
  daysOf: (storeId: number) => SomeDays,
): readonly Sql[] => [
  bySku(index, question, question.storeId, daysOf(question.storeId)),
  ...(question.storeId === ALL_STORES ? [] : [bySku(index, question, ALL_STORES, daysOf(ALL_STORES))]),
];

/** One or two SELECTs, each using an index. */
export const partsOf = ({ question, days, index }: DatedQuestion & { readonly index: number }): readonly Sql[] => {
  if (isSku(question)) return skuParts(question, index, () => days);
  return ['uuid' in question ? byUuid(question.uuid, index) : byGtin(question, days, index)];
};

export const identifierOf = (question: SkuQuestion | Question): string | undefined =>
  'uuid' in question || isSku(question)
    ? undefined
    : productIdentifier({
        gtin: question.gtin,
        batch: question.batch ?? null,
        serial: question.serial ?? null,
      });

/**
 * Ranks passports. The requested batch comes first, because its code was printed for no other passport. The holder of
 * the identifier follows, then the requested store, store 0, and other stores.
 */
export const byRank = (
  question: SkuQuestion | Question,
  holders: ReadonlyMap<string, IdentifierHolder>,
): ((one: PublicRow, other: PublicRow) => number) => {
  if (isSku(question)) return ownFirst;
  const holder = holders.get(identifierOf(question) ?? '');
  const { storeId: own, batch: asked } = 'uuid' in question ? {} : question;
  const isOfOther = ({ batch }: PublicRow): number => Number(asked !== undefined && batch !== asked);
  const isOthers = (row: PublicRow): number => Number(holder !== undefined && !isSameHolder(row, holder));
  const rank = ({ storeId }: PublicRow): number => (storeId === own ? 0 : storeId === ALL_STORES ? 1 : 1 + storeId);
  return (one, other) =>
    isOfOther(one) - isOfOther(other) || isOthers(one) - isOthers(other) || rank(one) - rank(other);
};
