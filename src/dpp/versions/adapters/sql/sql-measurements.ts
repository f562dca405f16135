import { Injectable } from '@nestjs/common';
import { InputRefused } from '../../../../../libs/kernel/index.js';
import {
  chunks,
  Database,
  type Dialect,
  inList,
  type Param,
  placeholders,
} from '../../../../../libs/database/index.js';
import type { Json, JsonObject } from '../../../passport/domain/index.js';
import { dynamicPayload, type TemplateDocument } from '../../../templates/domain/index.js';
import { Templates } from '../../../templates/index.js';
import { canonicalJson } from '../../domain/index.js';
import {
  type Contradiction,
  COUNTERS,
  type Measurement,
  Measurements,
  type Measurer,
  type StartedMeasurements,
  type StoredMeasurement,
  type VoidedMeasurement,
} from '../../ports/measurements.js';
import { SharedBodies } from '../../ports/passport-versions.js';

const TABLE = 'passport_measurement';
const COLUMNS = ['passport_id', 'point', 'at', 'is_void', 'value', 'by_kind', 'by_id', 'noted_at'] as const;
const AT_ONCE = 200;
const CONTRADICTIONS_MAX = 20;

interface ValueRow {
  readonly point: string;
  readonly at: string;
  readonly value: string;
}

const keyOf = ({ point, at }: { readonly point: string; readonly at: Date | string }): string =>
  `${typeof at === 'string' ? at : at.toISOString()} ${point}`;

const measurementOf = ({ point, at, value }: ValueRow): Measurement => ({
  point,
  at: new Date(at),
  value: JSON.parse(value) as Json,
});

/** Initial values of an item in a run, and whether it has its own entries. */
interface RunItemRow {
  readonly passport_id: number;
  readonly own: number | string;
  readonly content_part: number | null;
  readonly dpp_payload: string;
  readonly template_id: number;
  readonly template_updated_at: string;
  readonly published_at: string;
  readonly by_kind: Measurer['kind'] | null;
  readonly by_id: number | null;
}

interface StartedByRun {
  readonly values: readonly Measurement[];
  readonly by: Measurer;
}

/**
 * MariaDB must start from the passports: with old statistics it reads all items of all runs to find a few of them, and
 * the statistics are old while a run adds items.
 */
const runItem = ({ byIndex }: Dialect): string =>
  `SELECT p.id AS passport_id, EXISTS (SELECT 1 FROM ${TABLE} o WHERE o.passport_id = p.id) AS own, v.content_part, v.dpp_payload, v.template_id, ` +
  't.updated_at AS template_updated_at, ' +
  `v.published_at, r.releaser_kind AS by_kind, r.releaser_id AS by_id FROM passport p${byIndex('PRIMARY')} JOIN passport_run r ON r.id = p.run_id ` +
  'JOIN passport_version v ON v.passport_id = p.id AND v.version = 1 JOIN passport_template t ON t.id = v.template_id WHERE v.published_at IS NOT NULL AND';

const NOT_VOIDED = `NOT EXISTS (SELECT 1 FROM ${TABLE} o WHERE o.passport_id = m.passport_id AND o.point = m.point AND o.at = m.at AND o.is_void = 1)`;

/**
 * Plain SQL: two kinds of entries share one key, and one statement reads the newest entry of each point. Initial
 * values of run items are in their shared body; the first entry of an item copies them (docs/adr/0050-measurements.md).
 */
@Injectable()
export class SqlMeasurements extends Measurements {
  /** Initial values of run items, extracted once per shared body. */
  private readonly firsts = new WeakMap<
    JsonObject,
    { readonly template: TemplateDocument; readonly first: JsonObject }
  >();
  private readonly runItemOf: (passportId: number) => Promise<RunItemRow | undefined>;

  constructor(
    private readonly database: Database,
    private readonly shared: SharedBodies,
    private readonly templates: Templates,
  ) {
    super();
    this.runItemOf = database.batched((passportIds) => this.runItems(passportIds));
  }

  async add(
    { passportId, version }: { readonly passportId: number; readonly version: number },
    values: readonly Measurement[],
    voided: readonly VoidedMeasurement[],
    by: Measurer,
    notedAt: Date,
  ): Promise<number> {
    await this.lockPassport(passportId);
    await this.makeOwn(passportId);
    const [known, gone] = [
      await this.stored(passportId, [...values, ...voided], 0),
      await this.stored(passportId, voided, 1),
    ];
    const fresh = new Map<string, Measurement>();
    for (const one of values) {
      const before =
        known.get(keyOf(one)) ??
        (fresh.has(keyOf(one)) ? canonicalJson(fresh.get(keyOf(one))?.value ?? null) : undefined);
      if (before === undefined) fresh.set(keyOf(one), one);
      else if (before !== canonicalJson(one.value))
        throw InputRefused.sentence(
          '%point already has a different value at %at. To replace it, void it and send the new value with a different timestamp.',
          {
            point: one.point,
            at: one.at.toISOString(),
          },
        );
    }
    const voids = new Map(voided.filter((one) => !gone.has(keyOf(one))).map((one) => [keyOf(one), one]));
    for (const one of voids.values())
      if (!known.has(keyOf(one)) && !fresh.has(keyOf(one)))
        throw InputRefused.sentence('%point has no value to void at %at. Correct the timestamp.', {
          point: one.point,
          at: one.at.toISOString(),
        });
    if (by.kind === 'grant') await this.mustHaveWritten(passportId, [...voids.values()], fresh, by.id);
    const rowOf = (point: string, at: Date, isVoid: 0 | 1, text: string): readonly Param[] => [
      passportId,
      point,
      at,
      isVoid,
      text,
      by.kind,
      by.id,
      notedAt,
    ];
    await this.insert([
      ...[...fresh.values()].map(({ point, at, value }) => rowOf(point, at, 0, canonicalJson(value))),
      ...[...voids.values()].map(({ point, at, reason }) => rowOf(point, at, 1, JSON.stringify(reason))),
    ]);
    const count = fresh.size + voids.size;
    const points = [...new Set([...fresh.values(), ...voids.values()].map(({ point }) => point))];
    if (count > 0) {
      await this.enter(passportId, [...fresh.values()], [...voids.values()]);
      await this.database.run(
        `INSERT INTO passport_event (passport_id, version, action, fields, actor_kind, actor_id, at) VALUES (${placeholders(7)})`,
        [passportId, version, 'measured', points.join(','), by.kind, by.id, notedAt],
      );
    }
    return count;
  }

  /** `InputRefused` for another measurer's entry, because a measuring grant voids only its own entries. */
  private async mustHaveWritten(
    passportId: number,
    voided: readonly VoidedMeasurement[],
    fresh: ReadonlyMap<string, Measurement>,
    grantId: number | null,
  ): Promise<void> {
    for (const { point, at } of voided) {
      if (fresh.has(keyOf({ point, at }))) continue;
      const row = await this.database.queryOne<{ kind: string; id: number | null }>(
        `SELECT by_kind AS kind, by_id AS id FROM ${TABLE} WHERE passport_id = ? AND point = ? AND at = ? AND is_void = 0`,
        [passportId, point, at],
      );
      if (row?.kind !== 'grant' || row.id !== grantId)
        throw InputRefused.sentence(
          'The value of %point at %at belongs to another writer. Only that writer or a user with the right to change passports can void it.',
          {
            point,
            at: at.toISOString(),
          },
        );
    }
  }

  async start(started: readonly StartedMeasurements[], by: Measurer): Promise<void> {
    const measured = started.filter(({ values }) => values.length > 0);
    if (measured.length === 0) return;
    const runItems = await this.runItems(measured.map(({ passportId }) => passportId));
    for (const { passportId, values } of measured) {
      const run = await this.startedIn(runItems.get(passportId));
      if (values.every(({ point }) => run?.values.some((known) => known.point === point))) continue;
      await this.makeOwn(passportId);
      const fresh: Measurement[] = [];
      for (const one of values) {
        const sql = `SELECT id FROM ${TABLE} WHERE passport_id = ? AND point = ? LIMIT 1`;
        if (!(await this.database.queryOne(sql, [passportId, one.point]))) fresh.push(one);
      }
      await this.insert(
        fresh.map(({ point, at, value }) => [passportId, point, at, 0, canonicalJson(value), by.kind, by.id, at]),
      );
    }
  }

  async newest(
    passportId: number,
    points: readonly string[],
    before: Date | null = null,
  ): Promise<ReadonlyMap<string, Measurement>> {
    if (points.length === 0) return new Map();
    const started = await this.startedByRun(passportId);
    if (started) {
      const known = started.values.filter(({ point, at }) => points.includes(point) && (!before || at < before));
      return new Map(known.map((value) => [value.point, value]));
    }
    const until = before ? ' AND m.at < ?' : '';
    const one = `SELECT m.point, m.at, m.value FROM ${TABLE} m WHERE m.passport_id = ? AND m.point = ?${until} AND m.is_void = 0 AND ${NOT_VOIDED} ORDER BY m.at DESC LIMIT 1`;
    const found = new Map<string, Measurement>();
    for (const some of chunks(points, AT_ONCE)) {
      const text = some.map((_, index) => `SELECT * FROM (${one}) q${index}`).join(' UNION ALL ');
      const rows = await this.database.query<ValueRow>(
        text,
        some.flatMap((point) => [passportId, point, ...(before ? [before] : [])]),
      );
      for (const row of rows) found.set(row.point, measurementOf(row));
    }
    return found;
  }

  async contradictions(
    passportId: number,
    points: readonly string[],
    period?: { readonly from: Date; readonly to: Date },
  ): Promise<readonly Contradiction[]> {
    const counters = COUNTERS.filter((point) => points.includes(point));
    const found: Contradiction[] = [];
    // Includes the nearest values before and after the period, because a contradiction is between neighboring values.
    const around = (order: 'MAX' | 'MIN', than: '<' | '>'): string =>
      `COALESCE((SELECT ${order}(m.at) FROM ${TABLE} m WHERE m.passport_id = ? AND m.point = ? AND m.at ${than} ? AND m.is_void = 0 AND ${NOT_VOIDED}), ?)`;
    const within = period ? ` AND m.at >= ${around('MAX', '<')} AND m.at <= ${around('MIN', '>')}` : '';
    const series = period ? counters.map((point) => [point]) : counters.length > 0 ? [counters] : [];
    for (const some of series) {
      const ends = period ? [period.from, period.to].flatMap((end) => [passportId, ...some, end, end]) : [];
      const rows = await this.database.query<ValueRow & { readonly former: string; readonly former_at: string }>(
        'SELECT * FROM (SELECT m.point, m.at, m.value, LAG(m.value) OVER (PARTITION BY m.point ORDER BY m.at) AS former, ' +
          `LAG(m.at) OVER (PARTITION BY m.point ORDER BY m.at) AS former_at FROM ${TABLE} m ` +
          `WHERE m.passport_id = ? AND m.point IN (${placeholders(some.length)}) AND m.is_void = 0 AND ${NOT_VOIDED}${within}) q ` +
          'WHERE q.value + 0 < q.former + 0 ORDER BY q.at DESC LIMIT ?',
        [passportId, ...some, ...ends, CONTRADICTIONS_MAX],
      );
      for (const row of rows)
        found.push({
          ...measurementOf(row),
          former: measurementOf({ point: row.point, at: row.former_at, value: row.former }),
        });
    }
    return found.slice(0, CONTRADICTIONS_MAX);
  }

  async measured(passportId: number, points: readonly string[]): Promise<ReadonlySet<string>> {
    if (points.length === 0) return new Set();
    const started = await this.startedByRun(passportId);
    if (started) return new Set(started.values.map(({ point }) => point).filter((point) => points.includes(point)));
    const found = new Set<string>();
    const one = `SELECT m.point FROM ${TABLE} m WHERE m.passport_id = ? AND m.point = ? LIMIT 1`;
    for (const some of chunks(points, AT_ONCE)) {
      const text = some.map((_, index) => `SELECT * FROM (${one}) q${index}`).join(' UNION ALL ');
      const rows = await this.database.query<{ readonly point: string }>(
        text,
        some.flatMap((point) => [passportId, point]),
      );
      for (const { point } of rows) found.add(point);
    }
    return found;
  }

  async series(
    passportId: number,
    point: string,
    { from, to }: { readonly from: Date | null; readonly to: Date | null },
    count: number,
  ): Promise<readonly StoredMeasurement[]> {
    const started = await this.startedByRun(passportId);
    if (started)
      return started.values
        .filter((one) => one.point === point && (!from || one.at >= from) && (!to || one.at < to))
        .map((one) => ({ ...one, voided: null }))
        .slice(0, count);
    const within = [...(from ? [' AND m.at >= ?'] : []), ...(to ? [' AND m.at < ?'] : [])].join('');
    const rows = await this.database.query<ValueRow & { readonly voided: string | null }>(
      `SELECT m.point, m.at, m.value, (SELECT o.value FROM ${TABLE} o WHERE o.passport_id = m.passport_id AND o.point = m.point AND o.at = m.at AND o.is_void = 1) AS voided ` +
        `FROM ${TABLE} m WHERE m.passport_id = ? AND m.point = ? AND m.is_void = 0${within} ORDER BY m.at LIMIT ?`,
      [passportId, point, ...(from ? [from] : []), ...(to ? [to] : []), count],
    );
    return rows.map((row) => ({
      ...measurementOf(row),
      voided: row.voided === null ? null : (JSON.parse(row.voided) as string),
    }));
  }

  /** Initial values of a run item that has no entries of its own; undefined for other passports. */
  private async startedByRun(passportId: number): Promise<StartedByRun | undefined> {
    return this.startedIn(await this.runItemOf(passportId));
  }

  private async runItems(passportIds: readonly number[]): Promise<ReadonlyMap<number, RunItemRow>> {
    const { text, params } = inList('p.id', passportIds);
    const rows = await this.database.query<RunItemRow>(`${runItem(this.database.dialect)} ${text}`, params);
    return new Map(rows.map((row) => [row.passport_id, row]));
  }

  private async startedIn(row: RunItemRow | undefined): Promise<StartedByRun | undefined> {
    if (!row || Number(row.own) === 1) return undefined;
    const template = await this.templates.ofPublished(row.template_id, row.template_updated_at);
    if (!template) throw new Error(`the template ${row.template_id} of a published passport is gone`);
    const at = new Date(row.published_at);
    const first = await this.firstOf(row, template.document);
    return {
      values: Object.entries(first).map(([point, value]) => ({ point, at, value })),
      by: { kind: row.by_kind ?? 'operator', id: row.by_id },
    };
  }

  private async firstOf(
    { content_part: part, dpp_payload: own }: RunItemRow,
    template: TemplateDocument,
  ): Promise<JsonObject> {
    const firstIn = (payload: string): JsonObject => dynamicPayload(JSON.parse(payload) as JsonObject, template.schema);
    const content = part === null ? undefined : (await this.shared.read([part])).get(part);
    if (content === undefined) return firstIn(own);
    const known = this.firsts.get(content);
    if (known?.template === template) return known.first;
    const first = firstIn(content['dppPayload'] as string);
    this.firsts.set(content, { template, first });
    return first;
  }

  /**
   * Locks the passport, so that measuring and publishing run one after another. Rows that do not exist yet cannot be
   * locked, and two senders of the same entry would both insert it.
   */
  private async lockPassport(passportId: number): Promise<void> {
    await this.database.query(`SELECT id FROM passport WHERE id = ?${this.database.lock}`, [passportId]);
  }

  /** Copies the run's initial values into the item's own entries. Existing entries take precedence. */
  private async makeOwn(passportId: number): Promise<void> {
    const started = await this.startedByRun(passportId);
    if (!started) return;
    const insert = this.database.dialect.upsert(TABLE, [...COLUMNS], ['passport_id', 'point', 'at', 'is_void'], []);
    const { kind, id } = started.by;
    for (const { point, at, value } of started.values)
      await this.database.run(insert, [passportId, point, at, 0, canonicalJson(value), kind, id, at]);
  }

  private enter(
    passportId: number,
    values: readonly Measurement[],
    voided: readonly VoidedMeasurement[],
  ): Promise<void> {
    const auditedChange = (
      action: string,
      { point, at }: { readonly point: string; readonly at: Date },
      value: Json,
    ) => ({
      resource: 'passport',
      id: passportId,
      action,
      changes: { [point]: [null, { at: at.toISOString(), value }] as const },
    });
    return this.database.enter(
      ...values.map((one) => auditedChange('measured', one, one.value)),
      ...voided.map((one) => auditedChange('measurement_voided', one, one.reason)),
    );
  }

  private async insert(rows: readonly (readonly Param[])[]): Promise<void> {
    for (const some of chunks(rows, AT_ONCE))
      await this.database.run(
        `INSERT INTO ${TABLE} (${COLUMNS.join(', ')}) VALUES ${some.map((row) => `(${placeholders(row.length)})`).join(', ')}`,
        some.flat(),
      );
  }

  /** Stored values under these keys, as canonical JSON. */
  private async stored(
    passportId: number,
    asked: readonly { readonly point: string; readonly at: Date }[],
    isVoid: 0 | 1,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const points = [...new Set(asked.map(({ point }) => point))];
    for (const point of points)
      for (const some of chunks(asked.filter((one) => one.point === point))) {
        const { text, params } = inList('at', [...new Set(some.map(({ at }) => at.toISOString()))]);
        const rows = await this.database.query<ValueRow>(
          `SELECT point, at, value FROM ${TABLE} WHERE passport_id = ? AND point = ? AND is_void = ? AND ${text}`,
          [passportId, point, isVoid, ...params],
        );
        for (const row of rows) found.set(keyOf(row), row.value);
      }
    return found;
  }
}
