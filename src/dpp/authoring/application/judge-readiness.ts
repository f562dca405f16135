import { Injectable } from '@nestjs/common';
import { Clock, type Criteria, type Day, dayIn, InputRefused, type Page } from '../../../../libs/kernel/index.js';
import { yieldToEventLoop } from '../../../../libs/records/index.js';
import type { Actor } from '../../passport/domain/index.js';
import {
  dynamicProperties,
  judgedOn,
  ruleFacts,
  shapeOf,
  type TemplateDocument,
} from '../../templates/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { Measurements } from '../../versions/index.js';
import type { ReadinessItem } from '../domain/readiness.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportJudge, type Readiness } from '../ports/passport-judge.js';
import { AuthorPassports } from './author-passports.js';
import { carriedPassport } from './carried-passport.js';
import { walkPassports } from './walk-passports.js';

/** How long one search answer may take. */
const REPORT_MS = 10_000;

/** A version, and what the law asks of it on a day and is missing or wrong. */
export interface JudgedReadiness extends Readiness {
  readonly version: StoredVersion;
}

/** Told how many passports are judged, of so many; may end all by throwing. */
type OnPassport = (done: number, known: number) => void;

/** Told first where a passport isn't of the version that says what the law asks. */
const saidBy = ({ code, version }: TemplateDocument): ReadinessItem => ({
  path: 'template_version',
  state: 'wrong',
  message: `What the law asks on that day ${code}@${version} says, by which this passport is judged: upgrade it.`,
  cite: null,
});

/** What passports lack of what the law asks on a day (passports.md, "Readiness"); nothing is written. */
@Injectable()
export class JudgeReadiness {
  constructor(
    private readonly author: AuthorPassports,
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly judge: PassportJudge,
    private readonly measurements: Measurements,
    private readonly clock: Clock,
  ) {}

  /** Of the version that is shown, or the one with this number. */
  async ofPassport(id: number, asked: { version?: number; on?: Day }, asker: Actor): Promise<JudgedReadiness> {
    return this.of(await this.author.get(id, asked.version), asked.on, asker);
  }

  /** The shown versions that aren't archived. */
  async search(criteria: Criteria, on: Day | undefined, asker: Actor): Promise<Page<JudgedReadiness>> {
    const { items, total } = await this.book.search({
      ...criteria,
      groups: [...criteria.groups, [{ property: 'status', condition: 'neq', values: ['archived'] }]],
    });
    const found: JudgedReadiness[] = [];
    const begun = this.clock.now().getTime();
    for (const version of items) {
      if (this.clock.now().getTime() - begun > REPORT_MS)
        throw InputRefused.sentence(
          'This report takes longer than %limit ms: ask for fewer passports by searchCriteria[pageSize].',
          { limit: REPORT_MS },
        );
      found.push(await this.of(version, on, asker));
    }
    return { items: found, total };
  }

  /** All of them, one after the other. */
  async *all(on: Day | undefined, asker: Actor, onPassport: OnPassport): AsyncGenerator<JudgedReadiness> {
    let done = 0;
    for await (const { versions, total } of walkPassports(this.book, []))
      for (const [place, version] of versions.entries()) {
        yield await this.of(version, on, asker);
        done += 1;
        onPassport(done, done + total - place - 1);
        await yieldToEventLoop();
      }
  }

  private async of(version: StoredVersion, on: Day | undefined, asker: Actor): Promise<JudgedReadiness> {
    const { document } = await this.templates.ofVersion(version);
    const today = dayIn('UTC', this.clock.now());
    try {
      const read = await this.asRead(version, document);
      const law = await this.lawOn(on ?? judgedOn(ruleFacts(read, document), today), document);
      if (law === undefined) return { version, ...(await this.judge.readiness(asker, read, document, on)) };
      const carried = { ...read, ...carriedPassport(read, document, law).change } as StoredVersion;
      const { items, ...told } = await this.judge.readiness(asker, carried, law, on);
      return { version, ...told, items: items.length === 0 ? [] : [saidBy(law), ...items] };
    } catch (error) {
      // One that can't be judged within the limits is told as such, and keeps nobody from hearing of the others.
      if (!(error instanceof InputRefused)) throw error;
      const item = { path: 'dpp_payload', state: 'wrong', message: error.message, cite: null } as const;
      return { version, on: on ?? today, items: [item] };
    }
  }

  /** The newest version of the template, if it is another one and says what the law asks on that day. */
  private async lawOn(day: Day, { code, version }: TemplateDocument): Promise<TemplateDocument | undefined> {
    const { document } = await this.templates.named(code, null);
    const isLaw = document.rules.some((rule) => rule.rule === 'required_from' && rule.cite && rule.from <= day);
    return isLaw && document.version !== version ? document : undefined;
  }

  /** What is published as the entitled read it: with the newest that was measured. A draft is judged as publication does. */
  private async asRead(version: StoredVersion, { schema }: TemplateDocument): Promise<StoredVersion> {
    const points = dynamicProperties(shapeOf(schema)).map(({ name }) => name);
    if (version.status !== 'published' || points.length === 0) return version;
    const newest = await this.measurements.newest(version.passportId, points);
    const measured = Object.fromEntries([...newest.values()].map(({ point, value }) => [point, value]));
    return { ...version, dppPayload: { ...version.dppPayload, ...measured } };
  }
}
