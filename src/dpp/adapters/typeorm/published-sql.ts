import { type Sql, sql } from '../../../../libs/persistence/index.js';
import type { SomeDays } from '../../domain/certain-days.js';
import type { Granularity } from '../../domain/passport.js';
import type { GtinQuestion, PublishedPassport, SkuQuestion } from '../../ports/published-passports.js';

/** A row of the index of what is public. */
export interface PublicRow {
  readonly question: number;
  readonly id: number;
  readonly passport_id: number;
  readonly uuid: string;
  readonly sku: string;
  readonly store_id: number;
  readonly version: number;
  readonly template_code: string;
  readonly template_version: string;
  readonly granularity: Granularity;
  readonly preference: number;
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly published_at: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly content_digest: string;
  readonly public_url: string;
}

/** What was made at publication of the version of this id. */
export interface MadeRow {
  readonly id: number;
  readonly qr_target: string;
  readonly view: string;
}

const COLUMNS =
  'p.id, p.passport_id, p.uuid, p.sku, p.store_id, p.version, p.template_code, p.template_version, p.granularity, ' +
  'p.preference, p.gtin, p.batch, p.serial, p.published_at, p.valid_from, p.valid_to, p.content_digest, p.public_url';

/** Without the large texts, which a server would carry through every UNION and sort. */
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

export const publishedOf = (row: PublicRow, made: MadeRow): PublishedPassport => ({
  id: row.id,
  passportId: row.passport_id,
  uuid: row.uuid,
  sku: row.sku,
  storeId: row.store_id,
  version: row.version,
  templateCode: row.template_code,
  templateVersion: row.template_version,
  granularity: row.granularity,
  gtin: row.gtin,
  batch: row.batch,
  serial: row.serial,
  publishedAt: new Date(row.published_at),
  json: made.view,
  contentDigest: row.content_digest,
  publicUrl: row.public_url,
  qrTarget: made.qr_target,
});
