import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import { EntitledReading, type EntitledView, type OpenedFile, type PublishedPassport } from '../../public/index.js';
import { dense, joined } from '../../templates/domain/index.js';
import { readerOf } from '../domain/reader.js';
import { ReadPassports } from './read-passports.js';
import { WhoReads } from './who-reads.js';

/** Grants on the passport page (passports-readers.md, "On the page"). */
@Injectable()
export class EntitledByGrant extends EntitledReading {
  constructor(
    private readonly who: WhoReads,
    private readonly passports: ReadPassports,
    private readonly settings: DppSettings,
  ) {
    super();
  }

  async mayRead(token: string, passport: PublishedPassport): Promise<boolean> {
    const grant = await this.who.grantOf(token);
    return readerOf(grant, passport, this.settings.audiences).grantId !== null;
  }

  async read(token: string, passport: PublishedPassport): Promise<EntitledView | undefined> {
    const grant = await this.who.grantOf(token);
    const seen = grant && (await this.passports.restricted(passport, grant));
    if (!seen) return undefined;
    const stored = dense(seen.bodies.reduce(joined, {})) as JsonObject;
    return {
      payload: { ...stored, ...Object.fromEntries(seen.measured.map(({ name, value }) => [name, value])) },
      measuredAt: Object.fromEntries(seen.measured.map(({ name, at }) => [name, at])),
      documents: seen.documents,
    };
  }

  async file(uuid: string, sha256: string, token: string | undefined): Promise<OpenedFile | undefined> {
    const grant = token === undefined ? undefined : await this.who.grantOf(token);
    return this.passports.file(uuid, sha256, grant);
  }
}
