import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Fault,
  InputRefused,
  invalidValue,
  NoSuchEntity,
  NoSuchOne,
  plain,
  Refusal,
  refuse,
  RightMissing,
  say,
  sentence,
  Transactions,
  Unavailable,
} from '../../../../libs/kernel/index.js';
import { References, yieldToEventLoop } from '../../../../libs/records/index.js';
import {
  type Asker,
  endedFaults,
  gtin14,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../passport/domain/index.js';
import { PublicNotices, PublishedPassports } from '../../public/index.js';
import { ALL_POINTS, dynamicProperties, shapeOf } from '../../templates/domain/index.js';
import { type MeasuredPassport, TemplateValidator } from '../../templates/index.js';
import { publicBody, viewOf, wholePayload } from '../../versions/domain/index.js';
import {
  contradictionFault,
  Measurements,
  type Measurer,
  PassportVersions,
  type ReadVersion,
  type StoredMeasurement,
} from '../../versions/index.js';
import { covers, type Grant, mayMeasure, STATUS_POINT } from '../domain/grant.js';
import { type MeasuredEntry, measuredEntry } from '../domain/measured-entry.js';

/** Maximum number of entries in a batch. */
export const MEASURED_MAX = 5000;
/** Maximum number of entries per validation question. */
const EVALUATED_AT_ONCE = 500;
const FAULTS_MAX = 20;

export interface Measured {
  readonly received: number;
  /** Number of entries that did not exist before. */
  readonly stored: number;
  /** Warnings for values that were stored although they contradict others; absent without warnings. */
  readonly warnings?: readonly MeasuredWarning[];
}

interface ItemKey {
  /** GTIN with 14 digits. */
  readonly gtin: string;
  readonly serial: string;
}

type MeasuredOutcome =
  (Measured & { readonly status: 'stored' }) | { readonly status: 'failed'; readonly refusal: Refusal };

/** The outcome for one of several items. */
export type MeasuredItem = ItemKey & MeasuredOutcome;

const itemKey = ({ gtin: said, serial }: JsonObject): ItemKey | undefined => {
  const gtin = typeof said === 'string' ? gtin14(said) : undefined;
  return gtin !== undefined && typeof serial === 'string' && serial !== '' ? { gtin, serial } : undefined;
};

interface MeasuredWarning {
  readonly point: string;
  readonly at: string;
  readonly message: string;
}

/** The measurer, and checks of its rights. */
interface Measuring {
  readonly by: Measurer;
  /** True if the caller may write a point in passports of a template. */
  readonly may?: (point: string, templateCode: string) => boolean;
  /** Throws if the caller has lost the right. */
  readonly stillMay?: () => Promise<unknown>;
}

/** Statuses after which the battery needs a passport of its own (Regulation (EU) 2023/1542, Art. 77(7)). */
const NEW_PASSPORT: ReadonlySet<Json> = new Set(['repurposed', 're-used', 'remanufactured']);

const statusWarnings = (
  values: readonly (MeasuredEntry & { readonly value: Json })[],
  before: Json | undefined,
): readonly MeasuredWarning[] =>
  values
    .filter(({ point, value }) => point === STATUS_POINT && value !== before && NEW_PASSPORT.has(value))
    .map(({ point, at }) => ({
      point,
      at: at.toISOString(),
      message:
        'A battery with this status needs a new passport that refers to this passport as its predecessor (Regulation (EU) 2023/1542, Art. 77(7)).',
    }));

/** Stores measurements of values that change in use (passports-readers.md, "Measurements"). */
@Injectable()
export class Measure {
  constructor(
    private readonly versions: PassportVersions,
    private readonly published: PublishedPassports,
    private readonly validator: TemplateValidator,
    private readonly measurements: Measurements,
    private readonly notices: PublicNotices,
    private readonly references: References,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores all or none; skips existing measurements. `InputRefused`, `NoSuchEntity`, `RightMissing` with the point that
   * the caller may not write.
   */
  async record(
    passportId: number,
    sent: readonly unknown[],
    { by, may = () => true, stillMay = () => Promise.resolve() }: Measuring,
  ): Promise<Measured> {
    const [newest] = await this.versions.ofPassport(passportId);
    if (!newest) throw await this.notMeasured(passportId);
    if (sent.length === 0 || sent.length > MEASURED_MAX)
      throw InputRefused.sentence('The request must contain 1 to %max measurements.', {
        max: MEASURED_MAX,
      });
    const version = await this.versions.read(newest.id, new Set(ALL_POINTS));
    const { template } = version;
    const points = new Set(dynamicProperties(shapeOf(template.schema)).map(({ name }) => name));
    const now = this.clock.now();
    const forbidden = sent
      .map((one) => (isJsonObject(one) ? one['point'] : undefined))
      .find((point) => typeof point === 'string' && points.has(point) && !may(point, newest.templateCode));
    if (typeof forbidden === 'string') throw new RightMissing(forbidden);
    const read = sent.map((one, index) => measuredEntry(one, index, points, now));
    refuse(read.flatMap((one) => ('fault' in one ? [one.fault] : [])).slice(0, FAULTS_MAX));
    const entries = read.filter((one): one is MeasuredEntry => !('fault' in one));
    const values = entries.filter((one): one is MeasuredEntry & { value: Json } => 'value' in one);
    const passport = await this.publishedData(passportId, version, points);
    const asker: Asker = by.kind === 'grant' ? 'anybody' : { kind: by.kind, id: by.id };
    for (let from = 0; from < values.length; from += EVALUATED_AT_ONCE) {
      const some = values.slice(from, from + EVALUATED_AT_ONCE);
      const faultTexts = await this.validator.valueFaults(asker, template, some, passport);
      refuse(
        faultTexts.flatMap(
          (text, index): readonly Fault[] =>
          text === null
            ? []
            : [sentence('The value of %point at %at is invalid: %reason.', { point: some[index]?.point, at: some[index]?.at.toISOString(), reason: text })], // prettier-ignore
        ),
      );
    }
    const voided = entries.filter((one): one is MeasuredEntry & { reason: string } => 'reason' in one);
    return this.transactions.write(async () => {
      // A recycled product is no longer in use (passports.md, "Notices").
      refuse(endedFaults(passportId, await this.notices.byUuid(newest.uuid)));
      await stillMay();
      const statusBefore = await this.measurements.newest(passportId, [STATUS_POINT]);
      const stored = await this.measurements.add({ passportId, version: newest.version }, values, voided, by, now);
      const warnings = [
        ...statusWarnings(values, statusBefore.get(STATUS_POINT)?.value),
        ...(await this.contradictions(passportId, entries)),
      ];
      return { received: sent.length, stored, ...(warnings.length > 0 && { warnings }) };
    });
  }

  private async notMeasured(passportId: number): Promise<Refusal> {
    const isKnown = (await this.references.keys('passport', 'id', [passportId])).has(passportId);
    return isKnown
      ? new NoSuchOne('Passport %id has never been published. Publish it before you add measurements.', {
          id: passportId,
        })
      : new NoSuchEntity('id', passportId);
  }

  private async contradictions(
    passportId: number,
    entries: readonly MeasuredEntry[],
  ): Promise<readonly MeasuredWarning[]> {
    const times = entries.map(({ at }) => at.getTime());
    const period = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
    const points = [...new Set(entries.map(({ point }) => point))];
    const found = await this.measurements.contradictions(passportId, points, period);
    return found.map((one) => ({
      point: one.point,
      at: one.at.toISOString(),
      message: plain(say(contradictionFault(one))),
    }));
  }

  /**
   * Stores measurements with a measuring grant; undefined if the grant does not cover this passport. The transaction
   * looks up the grant again, so a grant that was revoked or expired meanwhile writes nothing.
   */
  async recordByGrant(
    uuid: string,
    sent: readonly unknown[],
    grantNow: () => Promise<Grant | undefined>,
  ): Promise<Measured | undefined> {
    const [newest] = await this.versions.ofUuid(uuid);
    const grant = await grantNow();
    if (!newest || grant?.scope !== 'measure' || !covers(grant.for, newest)) return undefined;
    return this.record(newest.passportId, sent, {
      by: { kind: 'grant', id: grant.id },
      may: (point, templateCode) => mayMeasure(grant.points, point, templateCode),
      stillMay: grantNow,
    });
  }

  /**
   * Stores measurements of several items. Each item succeeds or fails on its own. `InputRefused` for a call with no or
   * too many measurements.
   */
  async recordMany(sent: readonly unknown[], by: Measurer): Promise<readonly MeasuredItem[]> {
    if (sent.length === 0 || sent.length > MEASURED_MAX)
      throw InputRefused.sentence('The request must contain 1 to %max measurements.', {
        max: MEASURED_MAX,
      });
    const items = new Map<string, { readonly of: ItemKey; readonly entries: unknown[] }>();
    for (const [index, one] of sent.entries()) {
      const of = isJsonObject(one) ? itemKey(one) : undefined;
      if (!of)
        throw new InputRefused(invalidValue(`measurements[${index}]`, one, 'objects with a valid gtin and a serial'));
      const { gtin: _gtin, serial: _serial, ...entry } = one as JsonObject;
      const name = JSON.stringify(of);
      const known = items.get(name) ?? { of, entries: [] };
      known.entries.push(entry);
      items.set(name, known);
    }
    const all = [...items.values()];
    const uuids = await this.published.uuidsOf(all.map(({ of }) => of));
    const outcomes: MeasuredItem[] = [];
    for (const [index, { of, entries }] of all.entries()) {
      outcomes.push({ ...of, ...(await this.outcome(uuids[index], of, entries, by)) });
      await yieldToEventLoop();
    }
    return outcomes;
  }

  private async outcome(
    uuid: string | undefined,
    { gtin, serial }: ItemKey,
    entries: readonly unknown[],
    by: Measurer,
  ): Promise<MeasuredOutcome> {
    try {
      const [newest] = uuid === undefined ? [] : await this.versions.ofUuid(uuid);
      if (!newest) throw new NoSuchOne('No passport is published for the GTIN %gtin and the serial number %serial. Publish the passport first.', { gtin, serial }); // prettier-ignore
      return { status: 'stored', ...(await this.record(newest.passportId, entries, { by })) };
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Unavailable) throw error;
      return { status: 'failed', refusal: error };
    }
  }

  /** The published data against which rules check the values. */
  private async publishedData(
    passportId: number,
    { bodies, own }: ReadVersion,
    points: ReadonlySet<string>,
  ): Promise<MeasuredPassport> {
    const view = viewOf(publicBody(bodies), own);
    const newest = await this.measurements.newest(passportId, [...points]);
    const measured = [...newest.values()].map(({ point, value }) => [point, value] as const);
    return {
      payload: { ...wholePayload(bodies), ...Object.fromEntries(measured) },
      envelope: view as unknown as JsonObject,
      granularity: view.granularity,
    };
  }

  series(
    passportId: number,
    point: string,
    period: { readonly from: Date | null; readonly to: Date | null },
    count: number,
  ): Promise<readonly StoredMeasurement[]> {
    return this.measurements.series(passportId, point, period, count);
  }
}
