import { type Clock, Refusal, refuse, type Transactions, Unavailable } from '../../../../libs/kernel/index.js';
import { yieldToEventLoop } from '../../../../libs/records/index.js';
import type {
  Passport,
  PreparePublication,
  Publication,
  Publishable,
  PublishVersions,
  StoredVersion,
} from '../../authoring/index.js';
import type { Actor } from '../../passport/domain/index.js';
import type { FindTemplate, StoredTemplate } from '../../templates/index.js';
import type { PartBodies, PartBody } from '../../versions/domain/index.js';
import { publicationOf } from '../domain/run-item.js';
import type { PassportRun, PassportRuns } from '../ports/passport-runs.js';
import { contentOf, sharedFaults, withRefused } from './run-job.js';

const GROUP = 50;

/** What all items are published as. Checked once, because item-specific data is not checked. */
interface Judged {
  readonly template: StoredTemplate;
  readonly version: StoredVersion;
  readonly parts: Publication['parts'];
  readonly bodies: PartBodies;
  readonly files: Publication['files'];
}

interface PublishItemsParts {
  readonly runs: PassportRuns;
  readonly templates: FindTemplate;
  readonly preparation: PreparePublication;
  readonly publishing: PublishVersions;
  readonly transactions: Transactions;
  readonly clock: Clock;
  /** Returns lowercase hex. */
  readonly sha256: (text: string) => string;
}

/** Publishes the reserved items of a run. */
export class PublishItems {
  constructor(private readonly parts: PublishItemsParts) {}

  /**
   * Continues where it stopped; `onItems` can stop it by throwing. `InputRefused` with the reasons that prevent
   * publication; the run then stays reserved.
   */
  async publish(uuid: string, actor: Actor, onItems: (done: number) => void): Promise<void> {
    let judged: Judged | undefined;
    for (;;) {
      const run = await this.parts.runs.byUuid(uuid);
      if (run?.status !== 'publishing') return;
      onItems(run.published + run.refused);
      const passports = await this.parts.runs.items(run.id, run.lastPassportId, GROUP);
      const [first] = passports;
      if (!first) {
        await this.change(run, () => Promise.resolve({ ...run, status: 'published' }));
        return;
      }
      judged ??= await this.judged(run, first, actor);
      const { template } = judged;
      if (!(await this.store(run, await this.made(judged, passports), template, actor))) judged = undefined;
    }
  }

  private async judged(run: PassportRun, passport: Passport, actor: Actor): Promise<Judged> {
    const { templates, preparation } = this.parts;
    const work = { ...contentOf(run), ...named(passport) };
    const template = await templates.ofVersion(work);
    const prepared = await preparation.prepare(passport, work, template, actor);
    const { version, publication } = prepared;
    const faults = sharedFaults(prepared);
    if (faults.length > 0) await this.change(run, () => Promise.resolve({ ...run, status: 'reserved' }));
    refuse(faults);
    const bodies = new Map(publication.parts.map(({ point, body }) => [point, JSON.parse(body) as PartBody]));
    return { template, version, parts: publication.parts, bodies, files: publication.files };
  }

  /** Outside the transaction, because digests take time. */
  private async made(
    { template, version, parts, bodies, files }: Judged,
    passports: readonly Passport[],
  ): Promise<readonly Publishable[]> {
    const publishedAt = this.parts.clock.now().toISOString();
    const made: Publishable[] = [];
    for (const passport of passports) {
      const own = { ...named(passport), batch: passport.batch, version: 1, publishedAt };
      const { view, digests } = publicationOf(bodies, own, template.document, this.parts.sha256);
      made.push({
        passport,
        from: null,
        template: template.document,
        version: { ...version, ...own, id: 0, createdAt: publishedAt, updatedAt: publishedAt },
        publication: {
          view,
          files,
          qrTarget: passport.qrTarget ?? '',
          parts: parts.map((part) => ({ ...part, digest: digests.get(part.point) ?? '' })),
        },
      });
      await yieldToEventLoop();
    }
    return made;
  }

  /** False if the template has changed since the check. */
  private async store(
    run: PassportRun,
    made: readonly Publishable[],
    template: StoredTemplate,
    actor: Actor,
  ): Promise<boolean> {
    try {
      return await this.storeGroup(run, made, template, actor);
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof Unavailable) throw error;
      const [only, ...others] = made;
      if (!only) throw error;
      if (others.length === 0) {
        const { passport } = only;
        await this.change(run, (locked) =>
          Promise.resolve({
            ...withRefused(locked, passport.serial ?? '', error),
            lastPassportId: passport.id,
          }),
        );
        return true;
      }
      // One item is refused, so the rest of the group is stored one by one.
      let current: PassportRun | undefined = run;
      for (const one of made) {
        if (!current || !(await this.store(current, [one], template, actor))) return false;
        current = await this.parts.runs.byUuid(run.uuid);
      }
      return true;
    }
  }

  private async storeGroup(
    run: PassportRun,
    made: readonly Publishable[],
    template: StoredTemplate,
    actor: Actor,
  ): Promise<boolean> {
    const { publishing, templates } = this.parts;
    let isStill = true;
    await this.change(run, async (locked) => {
      isStill = await templates.isStill(template);
      if (!isStill) return locked;
      await publishing.publish(made, actor);
      return {
        ...locked,
        published: locked.published + made.length,
        lastPassportId: made.at(-1)?.passport.id ?? locked.lastPassportId,
      };
    });
    return isStill;
  }

  /** Changes the run unless another process has continued it meanwhile. */
  private async change(run: PassportRun, to: (locked: PassportRun) => Promise<PassportRun>): Promise<void> {
    await this.parts.transactions.write(async () => {
      const locked = await this.parts.runs.byUuid(run.uuid);
      if (!locked || locked.lastPassportId !== run.lastPassportId || locked.status !== run.status) return;
      await this.parts.runs.change(await to(locked));
    });
  }
}

const named = ({ id, uuid, serial }: Passport) => ({ passportId: id, uuid, serial });
