import type { Day } from '../../../../../libs/kernel/index.js';
import { type Sql, sql } from '../../../../../libs/database/index.js';
import type { SomeDays } from '../../domain/certain-days.js';
import { nameOf } from '../../../passport/domain/index.js';
import type { GtinQuestion, PublishedPassport, SkuQuestion } from '../../ports/published-passports.js';

/** What is read of the index: large texts would be carried through every UNION and sort. */
const READ = [
  ...['id', 'passportId', 'uuid', 'sku', 'storeId', 'version', 'templateCode', 'templateVersion', 'granularity'],
  ...['preference', 'gtin', 'batch', 'serial', 'publishedAt', 'validFrom', 'validTo', 'contentDigest', 'publicUrl'],
] as const;

export interface PublicRow extends Omit<PublishedPassport, 'publishedAt' | 'json' | 'qrTarget'> {
  readonly question: number;
  readonly preference: number;
  readonly publishedAt: string;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
}

/** What was made at publication of the version of this id. */
export interface MadeRow {
  readonly id: number;
  readonly qr_target: string;
  readonly view: string;
}

const COLUMNS = READ.map((property) => `p.${nameOf(property)} AS ${property}`).join(', ');

export const selected = (question: number): string =>
  `SELECT ${question} AS question, ${COLUMNS} FROM published_passport p`;

const within = ({ earliest, latest }: SomeDays): Sql =>
  sql('(p.valid_from IS NULL OR p.valid_from <= ?) AND (p.valid_to IS NULL OR p.valid_to >= ?)', latest, earliest);

const joined = (head: string, parts: readonly Sql[], tail: string): Sql => ({
  text: `${head} WHERE ${parts.map(({ text }) => text).join(' AND ')} ${tail}`,
  params: parts.flatMap(({ params }) => params),
});

/** All three downwards, so that an index walked backwards answers. */
const FIRST = 'ORDER BY p.preference DESC, p.published_at DESC, p.id DESC LIMIT 1';

/** The passport of one store that a SKU means on one of these days. */
export const bySku = (place: number, question: SkuQuestion, storeId: number, days: SomeDays): Sql =>
  joined(
    selected(place),
    [
      sql('p.sku = ? AND p.store_id = ?', question.sku, storeId),
      ...(question.batch === undefined ? [] : [sql('p.batch = ?', question.batch)]),
      ...(question.serial === undefined ? [] : [sql('p.serial = ?', question.serial)]),
      within(days),
    ],
    FIRST,
  );

/** Several questions in one statement, each answered by a row at most. */
export const unionOf = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }, place) => `SELECT * FROM (${text}) q${place}`).join(' UNION ALL '),
  params: parts.flatMap(({ params }) => params),
});

export const byUuid = (uuid: string): Sql => joined(selected(0), [sql('p.uuid = ?', uuid)], '');

/** A link leads to exactly what it names, else upwards: from an item to its batch, from a batch to its model. */
export const gtinSteps = ({ gtin, batch, serial }: GtinQuestion): readonly Sql[] => {
  const model = sql('p.gtin = ? AND p.batch IS NULL AND p.serial IS NULL', gtin);
  const ofBatch = batch === undefined ? [] : [sql('p.gtin = ? AND p.batch = ? AND p.serial IS NULL', gtin, batch)];
  if (serial !== undefined) {
    const item =
      batch === undefined
        ? sql('p.gtin = ? AND p.serial = ?', gtin, serial)
        : sql('p.gtin = ? AND p.serial = ? AND (p.batch = ? OR p.batch IS NULL)', gtin, serial, batch);
    return [item, ...ofBatch, model];
  }
  if (batch !== undefined) return [...ofBatch, model];
  return [
    sql('p.gtin = ? AND p.preference = 3', gtin),
    sql('p.gtin = ? AND p.preference = 2', gtin),
    sql('p.gtin = ? AND p.preference = 1', gtin),
  ];
};

/** Of one step: the newest first. Where a GTIN is of many items, some of the newest are enough. */
export const stepSql = (step: Sql, days: SomeDays): Sql =>
  joined(selected(0), [step, within(days)], 'ORDER BY p.published_at DESC, p.id DESC LIMIT 20');

export const publishedOf = (
  { question: _question, preference: _preference, validFrom: _from, validTo: _to, ...row }: PublicRow,
  made: MadeRow,
): PublishedPassport => ({
  ...row,
  publishedAt: new Date(row.publishedAt),
  json: made.view,
  qrTarget: made.qr_target,
});
