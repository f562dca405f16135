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

/** The values that an item of a run has of its own; undefined if it differs from others in its serial number only. */
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

  /** From what all items have, and the item's own values. */
  async prepare(passport: Passport, shared: StoredVersion, template: StoredTemplate, actor: Actor): Promise<Prepared> {
    const own = ownValuesOf(passport);
    const item = { ...shared, ...named(passport) };
    if (!own) return this.preparation.prepare(passport, item, template, actor);
    // The order of members is the same for all items, so that they can share what is equal.
    const { content, taken } = withOwnValues(await this.sheets.filled(item, template.document), own);
    const takenFromSheets = [...new Set([...shared.takenFromSheets, ...taken])];
    return this.preparation.prepare(passport, { ...content, takenFromSheets }, template, actor);
  }

  /** What all items have, as if one of them had no values of its own. */
  prepareShared(passport: Passport, shared: StoredVersion, template: StoredTemplate, actor: Actor): Promise<Prepared> {
    return this.preparation.prepare(passport, { ...shared, ...named(passport) }, template, actor);
  }
}
