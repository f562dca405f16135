import { Injectable } from '@nestjs/common';
import { Clock, NotSignedIn } from '../../../../libs/kernel/index.js';
import type { Json, JsonObject } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import { type GtinQuestion, type PublishedPassport, PublishedPassports } from '../../public/index.js';
import { dynamicProperties, shapeOf, type TemplateDocument } from '../../templates/domain/index.js';
import { canonicalJson, fullOf, payloadElements } from '../../versions/domain/index.js';
import { Measurements, PassportVersions, type PublishedVersion, VersionParts } from '../../versions/index.js';
import { nodeAt } from '../domain/element-path.js';
import type { Grant } from '../domain/grant.js';
import { uuidNamed } from '../domain/passport-ids.js';
import { productNamed } from '../domain/product-ids.js';
import { type DppStatus, EVERYBODY, type Reader, readerOf, statusOf } from '../domain/reader.js';
import { AccessLog } from '../ports/access-log.js';

export const REPRESENTATIONS = ['compressed', 'full'] as const;
export type Representation = (typeof REPRESENTATIONS)[number];

/** How a passport is asked for: by whom, how told, and which part of it. */
export interface Asked {
  readonly grant: Grant | undefined;
  readonly representation: Representation;
  /** Steps to one node; without them the whole. */
  readonly path?: readonly (string | number)[];
}

/** A version that is about to be told. */
interface Found {
  readonly version: Pick<PublishedVersion, 'id' | 'passportId' | 'version'>;
  readonly status: DppStatus;
  readonly reader: Reader;
  readonly successors: readonly string[];
}

/** The text of what a reader is told, and beside it the pages of what follows: no part of the bytes that were published. */
export interface ToldPassport {
  readonly text: string;
  readonly successors: readonly string[];
}

/** Passports by the interface of EN 18222 (passports-readers.md, "The interface of EN 18222"). */
@Injectable()
export class ReadPassports {
  constructor(
    private readonly published: PublishedPassports,
    private readonly parts: VersionParts,
    private readonly versions: PassportVersions,
    private readonly measurements: Measurements,
    private readonly log: AccessLog,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {}

  /** The text of what the reader is told; undefined where there is nothing to be read, or nothing for this reader. */
  async byId(identifier: string, asked: Asked): Promise<ToldPassport | undefined> {
    const uuid = uuidNamed(identifier, this.settings.publicBaseUrl);
    const found = uuid === undefined ? undefined : await this.found(uuid, asked.grant);
    return found && this.told(found, asked);
  }

  /** The current version of a product, by its Digital Link or the address of its page. */
  async byProductId(identifier: string, storeId: number, asked: Asked): Promise<ToldPassport | undefined> {
    const question = this.questionOf(identifier, storeId);
    if (question === undefined) return undefined;
    if ('uuid' in question) return this.byId(question.uuid, asked);
    const passport = await this.published.byGtin(question);
    return passport && this.told(this.active(passport, asked.grant), asked);
  }

  /** The version that was current then. The present one is everybody's; `NotSignedIn` for another without a grant. */
  async byIdAndDate(identifier: string, at: Date, asked: Asked): Promise<ToldPassport | undefined> {
    const uuid = uuidNamed(identifier, this.settings.publicBaseUrl);
    if (uuid === undefined) return undefined;
    const present = await this.published.byUuid(uuid);
    if (present && present.publishedAt <= at) return this.byId(uuid, asked);
    const all = asked.grant ? await this.versions.ofUuid(uuid) : [];
    // Newest first: until another one follows, an archived version is the last there was.
    const then = all.find((one) => one.publishedAt <= at);
    const reader = then ? readerOf(asked.grant, then, this.settings.audiences) : EVERYBODY;
    // Whether there was one before is told to nobody else.
    if (present && !asked.grant) throw new NotSignedIn('self');
    if (!then || reader.grantId === null) return undefined;
    return this.told({ version: then, status: statusOf(then, false), reader, successors: [] }, asked);
  }

  /** Ids of the passports of these products, in order; those that aren't there are left out. */
  async idsOf(identifiers: readonly string[], storeId: number): Promise<readonly string[]> {
    const questions = identifiers.flatMap((identifier) => this.questionOf(identifier, storeId) ?? []);
    const uuids = await this.published.uuidsOf(questions);
    return uuids.flatMap((uuid) => (uuid === undefined ? [] : [`${this.settings.publicBaseUrl}/dpp/${uuid}`]));
  }

  /** What a grant may read of a passport on its page, logged; undefined where it reads no more than everybody. */
  async restricted(passport: PublishedPassport, grant: Grant): Promise<RestrictedView | undefined> {
    const reader = readerOf(grant, passport, this.settings.audiences);
    if (reader.grantId === null) return undefined;
    const { bodies, template } = await this.parts.read(passport.id, reader.points);
    const measured = await this.measured(passport.passportId, template, reader);
    await this.note({ version: passport, status: 'active', reader, successors: [] });
    return {
      bodies: [...bodies].filter(([point]) => reader.points.has(point)).map(([, body]) => body.payload),
      measured,
    };
  }

  /** The passport whose series of a point a grant may read, which is logged; undefined where it may not. */
  async mayReadSeries(uuid: string, point: string, grant: Grant): Promise<number | undefined> {
    const found = await this.found(uuid, grant);
    if (!found || found.reader.grantId === null) return undefined;
    const { template } = await this.parts.read(found.version.id, EVERYBODY.points);
    const property = dynamicProperties(shapeOf(template.schema)).find(({ name }) => name === point);
    if (!property || property.point === null || !found.reader.points.has(property.point)) return undefined;
    await this.note(found);
    return found.version.passportId;
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
    const [newest] = grant ? await this.versions.ofUuid(uuid) : [];
    const reader = newest ? readerOf(grant, newest, this.settings.audiences) : EVERYBODY;
    return newest && reader.grantId !== null
      ? { version: newest, status: statusOf(newest, false), reader, successors: [] }
      : undefined;
  }

  private active(passport: PublishedPassport, grant: Grant | undefined): Found {
    return {
      version: passport,
      status: 'active',
      reader: readerOf(grant, passport, this.settings.audiences),
      successors: passport.successors,
    };
  }

  private async told(found: Found, { representation, path }: Asked): Promise<ToldPassport | undefined> {
    const { version, status, reader } = found;
    const stored = await this.parts.told(version.id, reader.points);
    const { base, template } = stored;
    if (reader.grantId === null && representation === 'compressed' && path === undefined)
      return { text: stored.text, successors: found.successors };
    const compressed: JsonObject =
      reader.grantId === null
        ? stored.compressed
        : {
            ...stored.compressed,
            ...told(await this.measured(version.passportId, template, reader)),
            dppStatus: status,
          };
    const whole = representation === 'full' ? fullOf(compressed, template, base) : compressed;
    const node = path === undefined ? whole : nodeAt(whole, path);
    if (node === undefined) return undefined;
    await this.note(found);
    return { text: canonicalJson(node), successors: found.successors };
  }

  /** What changes in use, for those who may see it: values and their instants, beside the stored bytes. */
  private async measured(
    passportId: number,
    template: TemplateDocument,
    { points }: Reader,
  ): Promise<readonly MeasuredValue[]> {
    const shape = shapeOf(template.schema);
    const names = dynamicProperties(shape)
      .filter(({ point }) => point !== null && points.has(point))
      .map(({ name }) => name);
    const newest = await this.measurements.newest(passportId, names);
    return [...newest.values()].map(({ point, value, at }) => ({
      name: point,
      value,
      element: payloadElements({ [point]: value }, shape)[point] ?? null,
      at,
    }));
  }

  /** Through before the answer goes out. */
  private async note({ version, reader: { grantId, points } }: Found): Promise<void> {
    if (grantId === null) return;
    const { passportId, version: number } = version;
    await this.log.note([
      { passportId, version: number, grantId, points: [...points].toSorted(), at: this.clock.now() },
    ]);
  }
}

interface MeasuredValue {
  readonly name: string;
  readonly value: Json;
  readonly element: Json;
  readonly at: Date;
}

export interface RestrictedView {
  /** The payload by parts; lists of several points are sparse. */
  readonly bodies: readonly JsonObject[];
  readonly measured: readonly MeasuredValue[];
}

const told = (measured: readonly MeasuredValue[]): JsonObject =>
  Object.fromEntries(measured.map(({ name, element, at }) => [name, { value: element, measuredAt: at.toISOString() }]));
