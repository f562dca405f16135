import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Fault,
  InputRefused,
  NoSuchEntity,
  plain,
  refuse,
  RightMissing,
  say,
  sentence,
  Transactions,
} from '../../../../libs/kernel/index.js';
import { type Asker, endedFaults, isJsonObject, type Json, type JsonObject } from '../../passport/domain/index.js';
import { PublicNotices } from '../../public/index.js';
import { ALL_POINTS, dynamicProperties, shapeOf } from '../../templates/domain/index.js';
import { type MeasuredPassport, TemplateJudge } from '../../templates/index.js';
import { contradictionFault, publicBody, viewOf, wholePayload } from '../../versions/domain/index.js';
import {
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
/** Maximum number of entries per validation call. */
const JUDGED_AT_ONCE = 500;
const FAULTS_MAX = 20;

export interface Measured {
  readonly received: number;
  /** Number of entries that did not exist before. */
  readonly stored: number;
  /** Of values that are stored although they contradict others, if there are any. */
  readonly warnings?: readonly MeasuredWarning[];
}

interface MeasuredWarning {
  readonly point: string;
  readonly at: string;
  readonly message: string;
}

/** Who measures, and what makes sure of it. */
export interface Measuring {
  readonly by: Measurer;
  /** Whether the caller may write a point in passports of a template. */
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
        'A battery with this status needs a new passport, which names this one as its predecessor (Regulation (EU) 2023/1542, Art. 77(7)).',
    }));

/** Stores measurements of values that change in use (passports-readers.md, "Measurements"). */
@Injectable()
export class Measure {
  constructor(
    private readonly versions: PassportVersions,
    private readonly judge: TemplateJudge,
    private readonly measurements: Measurements,
    private readonly notices: PublicNotices,
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
    if (!newest) throw await this.unpublished(passportId);
    if (sent.length === 0 || sent.length > MEASURED_MAX)
      throw InputRefused.sentence('Send 1 to %max measurements per request.', { max: MEASURED_MAX });
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
    const passport = await this.published(passportId, version, points);
    const asker: Asker = by.kind === 'grant' ? 'anybody' : { kind: by.kind, id: by.id };
    for (let from = 0; from < values.length; from += JUDGED_AT_ONCE) {
      const some = values.slice(from, from + JUDGED_AT_ONCE);
      const faultTexts = await this.judge.valueFaults(asker, template, some, passport);
      refuse(
        faultTexts.flatMap(
          (text, index): readonly Fault[] =>
          text === null
            ? []
            : [sentence('%point at %at %reason.', { point: some[index]?.point, at: some[index]?.at.toISOString(), reason: text })], // prettier-ignore
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
   * With a measuring grant; undefined if it does not cover this passport. The grant is looked up again in the
   * transaction, so a grant revoked or expired meanwhile writes nothing.
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

  private async unpublished(passportId: number): Promise<Error> {
    return (await this.versions.hasPassport(passportId))
      ? InputRefused.sentence('The passport %id was never published. Publish it before you measure it.', {
          id: passportId,
        })
      : new NoSuchEntity('id', passportId);
  }

  /** The published data that rules about values are checked against. */
  private async published(
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
