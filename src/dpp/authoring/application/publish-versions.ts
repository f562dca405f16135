import { Injectable } from '@nestjs/common';
import { Clock, refuse, Counter } from '../../../../libs/kernel/index.js';
import type { Actor, ArchiveReason, PublicPassport, Status } from '../../passport/domain/index.js';
import { dynamicPayload, type TemplateDocument } from '../../templates/domain/index.js';
import { QueueRegistrations } from '../../registry/index.js';
import { Measurements } from '../../versions/index.js';
import { type Passport, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { type Like, type Publication, Publications } from '../ports/publications.js';
import { ClaimIdentifiers } from './claim-identifiers.js';
import { historyEvent, keyedBy } from './current-versions.js';
import { EndedPassports } from './ended-passports.js';
import { NamedFiles } from './named-files.js';

/** A checked version with the content that becomes public. */
export interface Publishable {
  readonly passport: Passport;
  /** Has the status `published`; the ID 0 means that it is not stored yet. */
  readonly version: StoredVersion;
  readonly publication: Publication;
  readonly template: TemplateDocument;
  /** Status of the stored version; null if the version is not stored yet. */
  readonly from: Status | null;
  /** The public version that this one replaces. */
  readonly superseded?: StoredVersion | undefined;
  /** A version that shares content with many passports; the shared content is stored once. */
  readonly like?: Like | undefined;
}

/**
 * The only way in which versions become public, for single passports and for batches of a run. Only inside
 * `Transactions.write`, after locking the passports or their run.
 */
@Injectable()
export class PublishVersions {
  constructor(
    private readonly book: PassportBook,
    private readonly publications: Publications,
    private readonly identifiers: ClaimIdentifiers,
    private readonly ended: EndedPassports,
    private readonly measurements: Measurements,
    private readonly registry: QueueRegistrations,
    private readonly files: NamedFiles,
    private readonly clock: Clock,
  ) {}

  /** All or none. Returns the versions as stored, in order. `InputRefused` if one cannot be published anymore. */
  async publish(batch: readonly Publishable[], actor: Actor): Promise<readonly StoredVersion[]> {
    // Publishing ends a notice, so the checks are repeated under the lock.
    refuse(await this.ended.publicationFaults(batch.map(({ version }) => version)));
    await this.files.keep(batch.flatMap(({ publication }) => publication.files));
    await this.identifiers.claim(batch.map(({ version }) => version));
    for (const { superseded } of batch) if (superseded) await this.archive(superseded, 'superseded', actor);
    const versions = await this.stored(
      batch.map(({ version }) => version),
      batch.find(({ like }) => like)?.like?.version,
    );
    const made = batch.map((one, index) => ({ ...one, version: versions[index] ?? one.version }));
    await this.book.changePassports(made.map(published));
    await this.publications.showAll(made);
    await this.startMeasurements(made, actor);
    await this.registry.queue(made.map(({ version, publication: { view } }) => ({ versionId: version.id, view })));
    const at = this.clock.now();
    await this.book.noteAll(
      made.map(({ version, from }) => ({
        passportId: version.passportId,
        event: historyEvent(version, 'published', actor, at, { fromStatus: from }),
      })),
    );
    return versions;
  }

  /** published → archived. Returns the version as stored. */
  async archive(version: StoredVersion, reason: ArchiveReason, actor: Actor): Promise<StoredVersion> {
    const at = this.clock.now();
    const now = at.toISOString();
    const archived = {
      ...version,
      status: 'archived',
      archivedAt: now,
      archiveReason: reason,
      updatedAt: now,
    } as const;
    await this.book.changeVersions([archived]);
    await this.publications.hide(archived.id);
    await this.book.note(
      archived.passportId,
      historyEvent(archived, 'archived', actor, at, { fromStatus: 'published' }),
    );
    return archived;
  }

  /** archived → published: the same version, with the content that was published before. */
  async publishAgain(version: StoredVersion, view: PublicPassport, actor: Actor): Promise<void> {
    const at = this.clock.now();
    const again = {
      ...version,
      status: 'published',
      archivedAt: null,
      archiveReason: null,
      updatedAt: at.toISOString(),
    } as const;
    await this.book.changeVersions([again]);
    await this.publications.showAgain(again.id, view);
    await this.book.note(again.passportId, historyEvent(again, 'published', actor, at, { fromStatus: 'archived' }));
  }

  private async stored(versions: readonly StoredVersion[], like?: StoredVersion): Promise<readonly StoredVersion[]> {
    const added = versions.filter(({ id }) => id === 0);
    const changed = versions.filter(({ id }) => id !== 0);
    const ids = added.length === 0 ? [] : await this.book.addVersions(added, like);
    if (changed.length > 0) await this.book.changeVersions(changed);
    const byVersion = new Map(added.map((version, index) => [version, ids[index] ?? 0]));
    return versions.map((version) => ({ ...version, id: byVersion.get(version) ?? version.id }));
  }

  /** Values that change in use are not part of the version. Their measurements start with the authored value. */
  private startMeasurements(made: readonly Publishable[], actor: Actor): Promise<void> {
    const started = made.map(({ version: { passportId, dppPayload, publishedAt }, template }) => {
      const at = new Date(publishedAt ?? this.clock.now());
      const values = Object.entries(dynamicPayload(dppPayload, template.schema));
      return { passportId, values: values.map(([point, value]) => ({ point, at, value })) };
    });
    return this.measurements.start(started, actor);
  }
}

const published = ({ passport, version, publication }: Publishable): Passport => ({
  ...keyedBy(passport, version),
  lastVersion: Math.max(passport.lastVersion, version.version),
  printedGtin: passport.qrTarget === null ? version.gtin : passport.printedGtin,
  qrTarget: publication.qrTarget,
});

export const PASSPORTS_PUBLISHED = new Counter({
  name: 'kontor_passports_published_total',
  help: 'Number of passport versions published',
});
