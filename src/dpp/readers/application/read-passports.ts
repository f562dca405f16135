import { Injectable } from '@nestjs/common';
import { Clock, NoSuchOne, NotSignedIn, SecurityEvents } from '../../../../libs/kernel/index.js';
import { RecordBytes } from '../../../../libs/records/index.js';
import type { JsonObject, Notice, PublicPassport } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import {
  type GtinQuestion,
  type OpenedFile,
  PublicNotices,
  type PublishedPassport,
  PublishedPassports,
} from '../../public/index.js';
import { canonicalJson, envelopeNames, fullOf } from '../../versions/domain/index.js';
import {
  PassportVersions,
  type PublishedVersion,
  type ReadableVersion,
  type VersionFile,
} from '../../versions/index.js';
import { nodeAt } from '../domain/element-path.js';
import type { Grant } from '../domain/grant.js';
import { productNamed, uuidNamed } from '../domain/product-ids.js';
import { type DppStatus, EVERYBODY, type Reader, readerOf, statusOf } from '../domain/reader.js';
import { AccessLog } from '../ports/access-log.js';
import { type Measured, type MeasuredValue, MeasuredValues } from './measured-values.js';

export const REPRESENTATIONS = ['compressed', 'full'] as const;
export type Representation = (typeof REPRESENTATIONS)[number];

/** The reader, the representation, and the requested part of a passport. */
export interface PassportRequest {
  readonly grant: Grant | undefined;
  readonly representation: Representation;
  /** Steps of the path to one node; absent for the whole passport. */
  readonly path?: readonly (string | number)[];
}

/** The version to return. */
interface Found {
  readonly version: Pick<PublishedVersion, 'id' | 'passportId' | 'version'>;
  readonly status: DppStatus;
  readonly reader: Reader;
  readonly successors: readonly string[];
  readonly notice?: Notice | undefined;
  /** Limits measurements to those before this instant; null for no limit. */
  readonly before: Date | null;
}

/** The response text, and the page URLs of successors, which are not part of the published bytes. */
export interface ReadablePassport {
  readonly text: string;
  readonly successors: readonly string[];
}

const SHA256 = /^[0-9a-f]{64}$/;
const NO_ELEMENT = 'The passport has no element at this path. Correct the path.';
const NO_VERSION = 'No version of the passport was published on or before this date. Send a later date.';

/** Reads passports for the EN 18222 interface (passports-readers.md, "The interface of EN 18222"). */
@Injectable()
export class ReadPassports {
  constructor(
    private readonly published: PublishedPassports,
    private readonly versions: PassportVersions,
    private readonly measured: MeasuredValues,
    private readonly notices: PublicNotices,
    private readonly log: AccessLog,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
    private readonly bytes: RecordBytes,
  ) {}

  /** The response text; undefined if this reader may read nothing. */
  async byId(identifier: string, asked: PassportRequest): Promise<ReadablePassport | undefined> {
    const uuid = uuidNamed(identifier, this.settings.publicBaseUrl);
    const found = uuid === undefined ? undefined : await this.found(uuid, asked.grant);
    return found && this.readable(found, asked);
  }

  /** The current version for a Digital Link or page URL. */
  async byProductId(
    identifier: string,
    storeId: number,
    asked: PassportRequest,
  ): Promise<ReadablePassport | undefined> {
    const question = this.questionOf(identifier, storeId);
    if (question === undefined) return undefined;
    if ('uuid' in question) return this.byId(question.uuid, asked);
    const passport = await this.published.byGtin(question);
    return passport && this.readable(this.active(passport, asked.grant), asked);
  }

  /**
   * The version that was current at that time. The present version is public; `NotSignedIn` for any other version
   * without a grant. `NoSuchOne` before the first version.
   */
  async byIdAndDate(identifier: string, at: Date, asked: PassportRequest): Promise<ReadablePassport | undefined> {
    const uuid = uuidNamed(identifier, this.settings.publicBaseUrl);
    if (uuid === undefined) return undefined;
    const present = await this.published.byUuid(uuid);
    const before = new Date(at.getTime() + 1);
    if (present && present.publishedAt <= at)
      return this.readable({ ...this.active(present, asked.grant), before }, asked);
    const all = asked.grant ? await this.readableVersions(uuid) : [];
    // Newest first: an archived version counts until the next version is published.
    const then = all.find((one) => one.publishedAt <= at);
    const reader = then ? readerOf(asked.grant, then, this.settings.audiences) : EVERYBODY;
    if (!then && this.mayKnowFirst(present, all[0], asked.grant)) throw new NoSuchOne(NO_VERSION, {});
    // The publication times of earlier versions are not public.
    if (present && !asked.grant) throw new NotSignedIn('self');
    if (!then || reader.grantId === null) return undefined;
    return this.readable({ version: then, status: statusOf(then), reader, successors: [], before }, asked);
  }

  /** Passport IDs of these products, in order. Unknown products are left out. */
  async idsOf(identifiers: readonly string[], storeId: number): Promise<readonly string[]> {
    const questions = identifiers.flatMap((identifier) => this.questionOf(identifier, storeId) ?? []);
    const uuids = await this.published.uuidsOf(questions);
    return uuids.flatMap((uuid) => (uuid === undefined ? [] : [`${this.settings.publicBaseUrl}/dpp/${uuid}`]));
  }

  /** Non-public data that a grant allows on the page; undefined if there is none. The access is logged. */
  async restricted(passport: PublishedPassport, grant: Grant): Promise<RestrictedView | undefined> {
    const reader = readerOf(grant, passport, this.settings.audiences);
    if (reader.grantId === null) return undefined;
    const { bodies, template: newest } = await this.versions.read(passport.id, reader.points);
    const { values: measured } = await this.measured.find(passport.passportId, reader.points, { before: null, newest });
    await this.note({ version: passport, reader });
    return {
      bodies: [...bodies].filter(([point]) => reader.points.has(point)).map(([, body]) => body.payload),
      measured,
      documents: [...bodies].flatMap(([point, { documents = [] }]) =>
        reader.points.has(point) ? documents : [],
      ) as unknown as PublicPassport['documents'],
    };
  }

  /**
   * A file of the published version, for readers of the point that it belongs to. With a grant, files of earlier
   * published versions too. Undefined if there is none for this reader.
   */
  async file(identifier: string, sha256: string, grant: Grant | undefined): Promise<OpenedFile | undefined> {
    const uuid = uuidNamed(identifier, this.settings.publicBaseUrl);
    if (uuid === undefined || !SHA256.test(sha256)) return undefined;
    const present = await this.published.byUuid(uuid);
    const open = present && (await this.versions.file([present.id], sha256, EVERYBODY.points));
    if (open) return this.opened(open, sha256);
    if (!grant) return undefined;
    const covered = (await this.readableVersions(uuid)).flatMap((version) => {
      const reader = readerOf(grant, version, this.settings.audiences);
      return reader.grantId === null ? [] : [{ version, reader }];
    });
    const points = covered[0]?.reader.points ?? EVERYBODY.points;
    const file = await this.versions.file(
      covered.map(({ version }) => version.id),
      sha256,
      points,
    );
    const found = file && covered.find(({ version }) => version.id === file.versionId);
    if (!found) return undefined;
    const { version, reader } = found;
    const readAt = { version, reader: { ...reader, points: new Set([file.point]) } };
    return this.opened(file, sha256, () => this.note(readAt));
  }

  private async opened(
    { file }: VersionFile,
    sha256: string,
    before?: () => Promise<void>,
  ): Promise<OpenedFile | undefined> {
    const open = await this.bytes.kept(sha256);
    if (!open) return undefined;
    const isRestricted = before !== undefined;
    return { ...file, sha256, open, isRestricted, before: before ?? (() => Promise.resolve()) };
  }

  /** The passport whose measurement series a grant may read; undefined if not allowed. The access is logged. */
  async mayReadSeries(uuid: string, point: string, grant: Grant): Promise<number | undefined> {
    const found = await this.found(uuid, grant);
    if (!found || found.reader.grantId === null) return undefined;
    const { passportId } = found.version;
    const { names } = await this.measured.seen(passportId, found.reader.points);
    if (!names.includes(point)) return undefined;
    await this.note(found);
    return passportId;
  }

  private questionOf(identifier: string, storeId: number): GtinQuestion | { readonly uuid: string } | undefined {
    const uuid = uuidNamed(identifier, this.settings.publicBaseUrl);
    if (uuid !== undefined) return { uuid };
    const product = productNamed(identifier);
    return product && { ...product, storeId };
  }

  private async found(uuid: string, grant: Grant | undefined): Promise<Found | undefined> {
    const passport = await this.published.byUuid(uuid);
    if (passport) return this.active(passport, grant);
    const [newest] = grant ? await this.readableVersions(uuid) : [];
    const reader = newest ? readerOf(grant, newest, this.settings.audiences) : EVERYBODY;
    return newest && reader.grantId !== null
      ? { version: newest, status: statusOf(newest), reader, successors: [], before: null }
      : undefined;
  }

  /** True if the public version is the first one, or the grant allows reading earlier versions. */
  private mayKnowFirst(
    present: PublishedPassport | undefined,
    newest: PublishedVersion | undefined,
    grant: Grant | undefined,
  ): boolean {
    if (present?.version === 1) return true;
    return [present, newest].some((one) => one && readerOf(grant, one, this.settings.audiences).grantId !== null);
  }

  /** Newest first. Empty for a recycled product, whose passport has ended (passports.md, "Notices"). */
  private async readableVersions(uuid: string): Promise<readonly PublishedVersion[]> {
    return (await this.notices.byUuid(uuid))?.status === 'recycled' ? [] : this.versions.ofUuid(uuid);
  }

  private active(passport: PublishedPassport, grant: Grant | undefined): Found {
    return {
      version: passport,
      status: 'active',
      reader: readerOf(grant, passport, this.settings.audiences),
      successors: passport.successors,
      notice: passport.notice,
      before: null,
    };
  }

  private async readable(
    found: Found,
    { representation, path }: PassportRequest,
  ): Promise<ReadablePassport | undefined> {
    const { version, status, reader, before, notice } = found;
    const stored = await this.versions.readable(version.id, reader.points);
    const isPublic = reader.grantId === null;
    if (isPublic && representation === 'compressed' && path === undefined && !notice)
      return { text: stored.text, successors: found.successors };
    const measured: Measured = isPublic
      ? { template: stored.template, values: [] }
      : await this.measured.find(version.passportId, reader.points, {
          before,
          // The published version is always the newest one.
          newest: status === 'active' ? stored.template : undefined,
        });
    const compressed: JsonObject = isPublic
      ? stored.compressed
      : { ...measuredElements(measured.values), ...stored.compressed, dppStatus: status };
    const said = representation === 'full' ? await this.full(version.id, compressed, stored, measured) : compressed;
    const whole = notice ? { ...said, notice: { ...notice } } : said;
    const node = path === undefined ? whole : nodeAt(whole, path);
    if (node === undefined) throw new NoSuchOne(NO_ELEMENT, {});
    await this.note(found);
    return { text: canonicalJson(node), successors: found.successors };
  }

  private async full(
    versionId: number,
    compressed: JsonObject,
    stored: ReadableVersion,
    { template, values }: Measured,
  ): Promise<JsonObject> {
    const { bodies, own } = await this.versions.read(versionId, EVERYBODY.points);
    const names = values.map(({ name }) => name).filter((name) => !Object.hasOwn(stored.compressed, name));
    return fullOf(compressed, {
      template: stored.template,
      base: stored.base,
      envelope: envelopeNames(bodies, own),
      measured: { names: new Set(names), template },
    });
  }

  /** The entry must be stored before the response is sent. */
  private async note({ version, reader: { grantId, points } }: Pick<Found, 'version' | 'reader'>): Promise<void> {
    if (grantId === null) return;
    const { passportId, version: number } = version;
    this.events.note('restricted_read', { subject: `grant:${grantId}` });
    await this.log.note([
      { passportId, version: number, grantId, points: [...points].toSorted(), at: this.clock.now() },
    ]);
  }
}

interface RestrictedView {
  /** The payload by parts. Lists with several points are sparse. */
  readonly bodies: readonly JsonObject[];
  readonly measured: readonly MeasuredValue[];
  /** Non-public documents (points 2 to 4). */
  readonly documents: PublicPassport['documents'];
}

const measuredElements = (measured: readonly MeasuredValue[]): JsonObject =>
  Object.fromEntries(measured.map(({ name, element, at }) => [name, { value: element, measuredAt: at.toISOString() }]));
