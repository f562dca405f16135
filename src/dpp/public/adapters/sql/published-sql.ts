import type { Day } from '../../../../../libs/kernel/index.js';
import { type Sql, sql, VERSION_COLUMN } from '../../../../../libs/database/index.js';
import type { SomeDays } from '../../domain/certain-days.js';
import { type JsonObject, nameOf, type Notice, noticeOf } from '../../../passport/domain/index.js';
import { ownBody, type PublicBody, viewOf } from '../../../versions/domain/index.js';
import type { GtinQuestion, PublishedPassport, SkuQuestion } from '../../ports/published-passports.js';

/** Columns without large texts, which would slow every UNION and sort. */
const READ = [
  ...['id', 'passportId', 'uuid', 'sku', 'storeId', 'version', 'templateCode', 'templateVersion', 'granularity'],
  ...['preference', 'gtin', 'batch', 'serial', 'publishedAt', 'validFrom', 'validTo'],
] as const;

export interface PublicRow extends Omit<
  PublishedPassport,
  'publishedAt' | 'json' | 'qrTarget' | 'publicUrl' | 'successors' | 'notice'
> {
  readonly question: number;
  readonly preference: number;
  readonly publishedAt: string;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
}

/** The published content of a version. */
export interface MadeRow {
  readonly form: number | null;
  readonly part_1: number | null;
  readonly digests: string | null;
  readonly public_url: string;
  readonly qr_target: string;
  /** Content of the passport's QR code. */
  readonly printed: string | null;
  /** 1 if any version, public or not, names this passport as its predecessor. */
  readonly followed: number;
  readonly view: string;
  /** The notice shown next to the passport; null if there is none. */
  readonly notice_status: string | null;
  readonly noticed_on: string | null;
  readonly notice_text: string | null;
  readonly notice_link: string | null;
}

/** Joins the published content to an index row `i`; the named column contains the passport ID. */
const made = (columns: string, passport: string, from: string): string =>
  `SELECT ${columns}, m.form, m.part_1, m.digests, m.public_url, m.qr_target, m.view, q.qr_target AS printed, ` +
  `EXISTS (SELECT 1 FROM passport_link l WHERE l.passport_id = i.${passport} AND l.kind = 'predecessor') AS followed, ` +
  'n.status AS notice_status, n.noticed_on, n.text AS notice_text, n.link AS notice_link ' +
  `FROM ${from} i JOIN passport_publication m ON m.id = i.id LEFT JOIN passport q ON q.id = i.${passport} ` +
  `LEFT JOIN passport_notice n ON n.passport_id = i.${passport}`;

export const madeRows = (where: string): string =>
  `${made('i.id', 'passport_id', 'published_passport')} WHERE ${where}`;

/** An index row with its content, and the change log version at which both were read. */
export interface CandidateRow extends PublicRow, MadeRow {
  readonly readVersion: number;
}

export const candidateRows = ({ text, params }: Sql): Sql => ({
  text: made(`i.*, ${VERSION_COLUMN} AS readVersion`, 'passportId', `(${text})`),
  params,
});

const COLUMNS = READ.map((property) => `p.${nameOf(property)} AS ${property}`).join(', ');

export const selected = (question: number): string =>
  `SELECT ${question} AS question, ${COLUMNS} FROM published_passport p`;

const within = ({ earliest, latest }: SomeDays): Sql =>
  sql('(p.valid_from IS NULL OR p.valid_from <= ?) AND (p.valid_to IS NULL OR p.valid_to >= ?)', latest, earliest);

const joined = (head: string, parts: readonly Sql[], tail: string): Sql => ({
  text: `${head} WHERE ${parts.map(({ text }) => text).join(' AND ')} ${tail}`,
  params: parts.flatMap(({ params }) => params),
});

/** All columns descend, so that the index can be read backwards. */
const FIRST = 'ORDER BY p.preference DESC, p.published_at DESC, p.id DESC LIMIT 1';

/** The passport of a store and SKU that is valid on one of these dates. */
export const bySku = (index: number, question: SkuQuestion, storeId: number, days: SomeDays): Sql =>
  joined(
    selected(index),
    [
      sql('p.sku = ? AND p.store_id = ?', question.sku, storeId),
      ...(question.batch === undefined ? [] : [sql('p.batch = ?', question.batch)]),
      ...(question.serial === undefined ? [] : [sql('p.serial = ?', question.serial)]),
      within(days),
    ],
    FIRST,
  );

/** Several lookups in one statement, each with at most one row. */
export const unionOf = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }, index) => `SELECT * FROM (${text}) q${index}`).join(' UNION ALL '),
  params: parts.flatMap(({ params }) => params),
});

export const byUuid = (uuid: string, index: number): Sql => joined(selected(index), [sql('p.uuid = ?', uuid)], '');

/** Matches exactly the level of the lookup: item, batch or model. */
const atLevel = ({ gtin, batch, serial }: GtinQuestion): Sql => {
  if (serial === undefined) {
    return batch === undefined
      ? sql('p.gtin = ? AND p.batch IS NULL AND p.serial IS NULL', gtin)
      : sql('p.gtin = ? AND p.batch = ? AND p.serial IS NULL', gtin, batch);
  }
  return batch === undefined
    ? sql('p.gtin = ? AND p.serial = ?', gtin, serial)
    : sql('p.gtin = ? AND p.serial = ? AND (p.batch = ? OR p.batch IS NULL)', gtin, serial, batch);
};

/** Newest first. Several store views can use the same identifiers; a few of the newest rows are enough. */
export const byGtin = (question: GtinQuestion, days: SomeDays, index: number): Sql =>
  joined(selected(index), [atLevel(question), within(days)], 'ORDER BY p.published_at DESC, p.id DESC LIMIT 20');

const noticeIn = (made: MadeRow): Notice | undefined =>
  made.notice_status === null
    ? undefined
    : noticeOf({
        status: made.notice_status,
        noticed_on: made.noticed_on ?? '',
        text: made.notice_text ?? '{}',
        link: made.notice_link,
      });

export const publishedOf = (
  { question: _question, preference: _preference, validFrom: _from, validTo: _to, ...row }: PublicRow,
  made: MadeRow,
  body: JsonObject | undefined,
): PublishedPassport => {
  const notice = noticeIn(made);
  const whole = { ...row, publishedAt: new Date(row.publishedAt), successors: [], ...(notice && { notice }) };
  if (!body) return { ...whole, json: made.view, publicUrl: made.public_url, qrTarget: made.qr_target };
  const { json, publicUrl } = frozenView(body, row, made.digests);
  return { ...whole, json, publicUrl, qrTarget: made.printed ?? publicUrl };
};

/** A published successor, and its validity. */
export interface FollowerRow {
  readonly followed: number;
  readonly uuid: string;
  readonly storeId: number;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
}

/** Maximum number of successors. */
const FOLLOWERS_MAX = 50;

/** Published successors of a passport, at most `FOLLOWERS_MAX`. */
export const followersOf = (passportId: number): Sql =>
  sql(
    'SELECT l.passport_id AS followed, p.uuid, p.store_id AS storeId, p.valid_from AS validFrom, p.valid_to AS validTo ' +
      'FROM passport_link l JOIN published_passport p ON p.id = l.version_id ' +
      `WHERE l.passport_id = ? AND l.kind = 'predecessor' ORDER BY l.version_id LIMIT ${FOLLOWERS_MAX}`,
    passportId,
  );

/** The public view, reassembled from its stored parts. */
const frozenView = (
  body: JsonObject,
  row: Pick<PublicRow, 'passportId' | 'uuid' | 'version' | 'batch' | 'serial' | 'publishedAt'>,
  digests: string | null,
): { readonly json: string; readonly publicUrl: string } => {
  const [view = ''] = (digests ?? '').split(',');
  const contentDigest = `sha-256:${Buffer.from(view, 'base64url').toString('hex')}`;
  const own = body as unknown as PublicBody;
  const shown = viewOf(ownBody(own, row.uuid, own.base), { ...row, contentDigest });
  return { json: JSON.stringify(shown), publicUrl: shown.public_url };
};
