import {
  type Clock,
  InputRefused,
  Refusal,
  refuse,
  type Transactions,
  Unavailable,
} from '../../../../libs/kernel/index.js';
import { yieldToEventLoop } from '../../../../libs/records/index.js';
import type { Passport, Publication, Publishable, PublishVersions, StoredVersion } from '../../authoring/index.js';
import type { Actor } from '../../passport/domain/index.js';
import type { FindTemplate, StoredTemplate } from '../../templates/index.js';
import type { PartBodies, PartBody } from '../../versions/domain/index.js';
import { publicationOf } from '../domain/run-item.js';
import type { PassportRun, PassportRuns } from '../ports/passport-runs.js';
import { named, ownValuesOf, type PrepareItems } from './prepare-items.js';
import { contentOf, sharedFaults, withRefused } from './run-job.js';

const GROUP = 100;

/** The checked content for all items. Items with values of their own are also checked one by one. */
interface Validated {
  readonly template: StoredTemplate;
  /** The content stored in the run. */
  readonly content: StoredVersion;
  readonly version: StoredVersion;
  readonly publication: Publication;
  readonly parts: Publication['parts'];
  readonly bodies: PartBodies;
}

/** An item that can be published, or the reason why it cannot. */
type Made = { readonly publishable: Publishable } | { readonly passport: Passport; readonly refusal: InputRefused };

interface PublishItemsParts {
  readonly runs: PassportRuns;
  readonly templates: FindTemplate;
  readonly items: PrepareItems;
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
   * Publishes the items; after an interruption, only the remaining ones. `onItems` can stop it by throwing.
   * `InputRefused` with the reasons that prevent publication; the run then stays reserved.
   */
  async publish(uuid: string, actor: Actor, onItems: (done: number) => void): Promise<void> {
    let validated: Validated | undefined;
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
      validated ??= await this.validated(run, first, actor);
      const { template } = validated;
      if (!(await this.storeMade(run, await this.made(validated, passports, actor), template, actor)))
        validated = undefined;
    }
  }

  private async validated(run: PassportRun, passport: Passport, actor: Actor): Promise<Validated> {
    const { templates, items } = this.parts;
    const content = contentOf(run);
    const template = await templates.ofVersion(content);
    const prepared = await items.prepareShared(passport, content, template, actor);
    const { version, publication } = prepared;
    // Without the items' own values, required values can be missing.
    const faults = ownValuesOf(passport) ? [] : sharedFaults(prepared);
    if (faults.length > 0) await this.change(run, () => Promise.resolve({ ...run, status: 'reserved' }));
    refuse(faults);
    const bodies = new Map(publication.parts.map(({ point, body }) => [point, JSON.parse(body) as PartBody]));
    return { template, content, version, publication, parts: publication.parts, bodies };
  }

  /** Runs outside the transaction, because computing digests takes time. */
  private async made(validated: Validated, passports: readonly Passport[], actor: Actor): Promise<readonly Made[]> {
    const { template, version, parts, bodies } = validated;
    const publishedAt = this.parts.clock.now().toISOString();
    const made: Made[] = [];
    for (const passport of passports) {
      if (ownValuesOf(passport)) {
        made.push(await this.madeAlone(validated, passport, actor));
        continue;
      }
      const own = { ...named(passport), batch: passport.batch, version: 1, publishedAt };
      const { view, digests } = publicationOf(bodies, own, template.document, this.parts.sha256);
      const publication = {
        view,
        files: validated.publication.files,
        qrTarget: passport.qrTarget ?? '',
        parts: parts.map((part) => ({ ...part, digest: digests.get(part.point) ?? '' })),
      };
      const published = { ...version, ...own, id: 0, createdAt: publishedAt, updatedAt: publishedAt };
      made.push({
        publishable: { passport, from: null, template: template.document, version: published, publication },
      });
      await yieldToEventLoop();
    }
    return made;
  }

  /** An item with values of its own is checked as if it were published alone. */
  private async madeAlone(validated: Validated, passport: Passport, actor: Actor): Promise<Made> {
    const { template, content, version: shared, publication: like } = validated;
    const prepared = await this.parts.items.prepare(passport, content, template, actor);
    const [fault, ...others] = prepared.faults;
    if (fault) return { passport, refusal: new InputRefused(fault, ...others) };
    const { version, publication } = prepared;
    const at = version.publishedAt ?? this.parts.clock.now().toISOString();
    return {
      publishable: {
        passport: { ...passport, runValues: null },
        from: null,
        template: template.document,
        version: { ...version, id: 0, createdAt: at, updatedAt: at },
        publication: { ...publication, qrTarget: passport.qrTarget ?? '' },
        like: { version: shared, publication: like },
      },
    };
  }

  /** Same as `store`, but leaves out refused items. */
  private async storeMade(
    run: PassportRun,
    made: readonly Made[],
    template: StoredTemplate,
    actor: Actor,
  ): Promise<boolean> {
    const all = made.flatMap((one) => ('publishable' in one ? one.publishable : []));
    if (all.length === made.length) return this.store(run, all, template, actor);
    let current: PassportRun | undefined = run;
    for (const one of made) {
      if (!current) return false;
      if ('publishable' in one) {
        if (!(await this.store(current, [one.publishable], template, actor))) return false;
      } else await this.leaveOut(current, one.passport, one.refusal);
      current = await this.parts.runs.byUuid(run.uuid);
    }
    return true;
  }

  private async leaveOut(run: PassportRun, { id, serial }: Passport, refusal: Refusal): Promise<void> {
    await this.change(run, (locked) =>
      Promise.resolve({ ...withRefused(locked, serial ?? '', refusal), lastPassportId: id }),
    );
  }

  /** Returns false if the template has changed since the check. */
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
        await this.leaveOut(run, only.passport, error);
        return true;
      }
      // One item of the group is refused, so the group's items are stored one by one.
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
