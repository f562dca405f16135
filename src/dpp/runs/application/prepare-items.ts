import { Injectable } from '@nestjs/common';
import {
  DataSheets,
  type Passport,
  type Prepared,
  PreparePublication,
  type StoredVersion,
  withOwnValues,
} from '../../authoring/index.js';
import type { Actor, JsonObject } from '../../passport/domain/index.js';
import type { StoredTemplate } from '../../templates/index.js';

/** The item's own values in a run; undefined if only its serial number is its own. */
export const ownValuesOf = ({ runValues }: Passport): JsonObject | undefined =>
  runValues === null || runValues === undefined ? undefined : (JSON.parse(runValues) as JsonObject);

export const named = ({ id, uuid, serial }: Passport) => ({ passportId: id, uuid, serial });

/** Prepares the publication of an item of a run. */
@Injectable()
export class PrepareItems {
  constructor(
    private readonly preparation: PreparePublication,
    private readonly sheets: DataSheets,
  ) {}

  /** Prepares from the content shared by all items and the item's own values. */
  async prepare(passport: Passport, shared: StoredVersion, template: StoredTemplate, actor: Actor): Promise<Prepared> {
    const own = ownValuesOf(passport);
    const item = { ...shared, ...named(passport) };
    if (!own) return this.preparation.prepare(passport, item, template, actor);
    // The order of members is the same for all items, so that equal content can be shared.
    const { content, taken } = withOwnValues(await this.sheets.filled(item, template.document), own);
    const takenFromSheets = [...new Set([...shared.takenFromSheets, ...taken])];
    return this.preparation.prepare(passport, { ...content, takenFromSheets }, template, actor);
  }

  /** Prepares the shared content, as for an item without values of its own. */
  prepareShared(passport: Passport, shared: StoredVersion, template: StoredTemplate, actor: Actor): Promise<Prepared> {
    return this.preparation.prepare(passport, { ...shared, ...named(passport) }, template, actor);
  }
}
