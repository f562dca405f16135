import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Day,
  dayIn,
  type Filter,
  InputRefused,
  type Page,
  plain,
  say,
} from '../../../../libs/kernel/index.js';
import { yieldToEventLoop } from '../../../../libs/records/index.js';
import { type Actor, isInWork } from '../../passport/domain/index.js';
import { judgedOn, ruleFacts, takesOver, type TemplateDocument } from '../../templates/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import type { ReadinessItem } from '../domain/readiness.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportJudge, type Readiness } from '../ports/passport-judge.js';
import { AuthorPassports } from './author-passports.js';
import { carriedPassport } from './carried-passport.js';
import { DataSheets, sheetItself } from './data-sheets.js';
import { MeasuredContent } from './measured-content.js';
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
  message: `The requirements on that date come from ${code}@${version}, so the passport was checked against it. Upgrade the passport.`,
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
    private readonly sheets: DataSheets,
    private readonly measured: MeasuredContent,
    private readonly clock: Clock,
  ) {}

  /** Of the version that is shown, or the one with this number. */
  async ofPassport(id: number, asked: { version?: number; on?: Day }, asker: Actor): Promise<JudgedReadiness> {
    const version = await this.author.get(id, asked.version);
    return (await this.sheets.isSheet(id)) ? this.sheet(version, asked.on) : this.of(version, asked.on, asker);
  }

  /** The shown versions that aren't archived, nor data sheets of others. */
  async search(criteria: Criteria, on: Day | undefined, asker: Actor): Promise<Page<JudgedReadiness>> {
    const sheets = await this.book.sheetIds();
    const noSheet: Filter = { property: 'passportId', condition: 'nin', values: sheets };
    const { items, total } = await this.book.search({
      ...criteria,
      groups: [
        ...criteria.groups,
        [{ property: 'status', condition: 'neq', values: ['archived'] }],
        ...(sheets.length === 0 ? [] : [[noSheet]]),
      ],
    });
    const found: JudgedReadiness[] = [];
    const begun = this.clock.now().getTime();
    for (const version of items) {
      if (this.clock.now().getTime() - begun > REPORT_MS)
        throw InputRefused.sentence(
          'This report takes longer than %limit ms. Request fewer passports with searchCriteria[pageSize].',
          { limit: REPORT_MS },
        );
      found.push(await this.of(version, on, asker));
    }
    return { items: found, total };
  }

  /** All of them, one after the other. */
  async *all(on: Day | undefined, asker: Actor, onPassport: OnPassport): AsyncGenerator<JudgedReadiness> {
    const sheets = new Set(await this.book.sheetIds());
    let done = 0;
    for await (const { versions, total } of walkPassports(this.book, []))
      for (const [place, version] of versions.entries()) {
        if (!sheets.has(version.passportId)) yield await this.of(version, on, asker);
        done += 1;
        onPassport(done, done + total - place - 1);
        await yieldToEventLoop();
      }
  }

  /** It is never published: nothing is asked of it alone. */
  private sheet(version: StoredVersion, on: Day | undefined): JudgedReadiness {
    const message = plain(say(sheetItself(version.passportId)));
    return {
      version,
      on: on ?? dayIn('UTC', this.clock.now()),
      items: [{ path: null, state: 'wrong', message, cite: null }],
    };
  }

  private async of(version: StoredVersion, on: Day | undefined, asker: Actor): Promise<JudgedReadiness> {
    const { document } = await this.templates.ofVersion(version);
    const today = dayIn('UTC', this.clock.now());
    try {
      const own = await this.asRead(version, document);
      const law = await this.lawOn(on ?? judgedOn(ruleFacts(own, document), today), document);
      if (law === undefined) return { version, ...(await this.judge.readiness(asker, own, document, on)) };
      const said = await this.measured.laidOver(version, document);
      const carried = { ...said, ...carriedPassport(said, document, law).change } as StoredVersion;
      const { items, ...told } = await this.judge.readiness(asker, await this.asRead(carried, law), law, on);
      return { version, ...told, items: items.length === 0 ? [] : [saidBy(law), ...items] };
    } catch (error) {
      // One that can't be judged within the limits is told as such, and keeps nobody from hearing of the others.
      if (!(error instanceof InputRefused)) throw error;
      const item = { path: 'dpp_payload', state: 'wrong', message: error.message, cite: null } as const;
      return { version, on: on ?? today, items: [item] };
    }
  }

  /**
   * The newest version of the template, where it speaks for passports of this one: what the former asks for may be no law. If it
   * doesn't say what becomes of their values, only from the day on of which the law that it cites asks for something.
   */
  private async lawOn(day: Day, own: TemplateDocument): Promise<TemplateDocument | undefined> {
    const { document: newest } = await this.templates.named(own.code, null);
    if (newest.version === own.version) return undefined;
    const versions = await this.templates.versionsOf(own.code);
    if (versions.indexOf(newest.version) > versions.indexOf(own.version)) return undefined;
    const isLaw = newest.rules.some((rule) => rule.rule === 'required_from' && rule.cite && rule.from <= day);
    return isLaw || takesOver(own, newest) ? newest : undefined;
  }

  /** With what its data sheets say, which is in it once it is published, and what was measured. */
  private async asRead(version: StoredVersion, template: TemplateDocument): Promise<StoredVersion> {
    const filled = isInWork(version.status) ? await this.sheets.filledIn(version, template) : version;
    return this.measured.laidOver(filled, template);
  }
}
