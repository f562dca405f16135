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
import { type Actor, granularityOf, isInWork } from '../../passport/domain/index.js';
import {
  dynamicProperties,
  evaluationDay,
  ruleFacts,
  shapeOf,
  takesOver,
  type TemplateDocument,
} from '../../templates/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { needsPassport } from '../domain/publish-guards.js';
import { implausible, type ReadinessItem, type ReadinessWarning, unidentified } from '../domain/readiness.js';
import { contradictionFault, Measurements } from '../../versions/index.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportValidator, type Readiness } from '../ports/passport-validator.js';
import { AuthorPassports } from './author-passports.js';
import { DataSheets, sheetItself, carriedPassport } from './data-sheets.js';
import { MeasuredContent } from './measured-content.js';
import { walkPassports } from './current-versions.js';
import { EndedPassports } from './ended-passports.js';

const REPORT_MS = 10_000;

/** A version and the data points that are missing or wrong on a date. */
export interface EvaluatedReadiness extends Readiness {
  readonly version: StoredVersion;
  /** Implausible values, which do not affect readiness. */
  readonly warnings: readonly ReadinessWarning[];
}

type WithoutWarnings = Omit<EvaluatedReadiness, 'warnings'>;

/** Called with the number of checked passports and the known total. Can stop the report by throwing. */
type OnPassport = (done: number, known: number) => void;

const major = (version: string): string => version.split('.', 1)[0] ?? '';

/** Listed first if the requirements come from another template version. */
const saidBy = ({ code, version }: TemplateDocument): ReadinessItem => ({
  path: 'template_version',
  state: 'wrong',
  message: `The requirements on that date come from the template ${code}@${version}, so the passport was checked against that version. Upgrade the passport.`,
  cite: null,
});

/** Data points that passports lack on a date (passports.md, "Readiness"). Read-only. */
@Injectable()
export class EvaluateReadiness {
  constructor(
    private readonly author: AuthorPassports,
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly validator: PassportValidator,
    private readonly sheets: DataSheets,
    private readonly measured: MeasuredContent,
    private readonly measurements: Measurements,
    private readonly ended: EndedPassports,
    private readonly clock: Clock,
  ) {}

  /** Readiness of the current version, or of the version with this number. */
  async ofPassport(id: number, asked: { version?: number; on?: Day }, asker: Actor): Promise<EvaluatedReadiness> {
    const version = await this.author.get(id, asked.version);
    return (await this.sheets.isSheet(id)) ? this.sheet(version, asked.on) : this.evaluate(version, asked.on, asker);
  }

  /** Current versions that are neither archived nor data sheets of others. */
  async search(criteria: Criteria, on: Day | undefined, asker: Actor): Promise<Page<EvaluatedReadiness>> {
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
    const found: EvaluatedReadiness[] = [];
    const startedAt = this.clock.now().getTime();
    for (const version of items) {
      if (this.clock.now().getTime() - startedAt > REPORT_MS)
        throw InputRefused.sentence(
          'This report takes longer than %limit ms. Request fewer passports with a smaller searchCriteria[pageSize].',
          { limit: REPORT_MS },
        );
      found.push(await this.evaluate(version, on, asker));
    }
    return { items: found, total };
  }

  async *all(on: Day | undefined, asker: Actor, onPassport: OnPassport): AsyncGenerator<EvaluatedReadiness> {
    const sheets = new Set(await this.book.sheetIds());
    let done = 0;
    for await (const { versions, total } of walkPassports(this.book, []))
      for (const [index, version] of versions.entries()) {
        if (!sheets.has(version.passportId)) yield await this.evaluate(version, on, asker);
        done += 1;
        onPassport(done, done + total - index - 1);
        await yieldToEventLoop();
      }
  }

  /** A data sheet is never published, so it has no requirements of its own. */
  private sheet(version: StoredVersion, on: Day | undefined): EvaluatedReadiness {
    const message = plain(say(sheetItself(version.passportId)));
    return {
      version,
      on: on ?? dayIn('UTC', this.clock.now()),
      items: [{ path: null, state: 'wrong', message, cite: null }],
      awaiting: [],
      warnings: [],
    };
  }

  private async evaluate(version: StoredVersion, on: Day | undefined, asker: Actor): Promise<EvaluatedReadiness> {
    const { document } = await this.templates.ofVersion(version);
    const { document: newest } = await this.templates.named(document.code, null);
    const evaluated = await this.evaluated(version, on, asker);
    const filled = await this.filled(version, document);
    const isItem = granularityOf(version) === 'item' && needsPassport(filled, document, newest);
    const known = new Set(evaluated.items.map(({ path }) => path));
    const lacking = (isItem ? unidentified(filled) : []).filter(({ path }) => !known.has(path));
    return {
      ...evaluated,
      items: [...evaluated.items, ...lacking],
      warnings: [...implausible(filled), ...(await this.warnings(version))],
    };
  }

  /** Adds values from data sheets, unless the sheets cannot be read, which is reported elsewhere. */
  private async filled(version: StoredVersion, template: TemplateDocument): Promise<StoredVersion> {
    if (!isInWork(version.status)) return version;
    try {
      return await this.sheets.filledIn(version, template);
    } catch (error) {
      if (!(error instanceof InputRefused)) throw error;
      return version;
    }
  }

  private async warnings(version: StoredVersion): Promise<readonly ReadinessWarning[]> {
    if (version.version === 1 && isInWork(version.status)) return [];
    const { document } = await this.templates.ofVersion(version);
    const points = dynamicProperties(shapeOf(document.schema)).map(({ name }) => name);
    const found = await this.measurements.contradictions(version.passportId, points);
    const archived = await this.ended.archivedWarning(version);
    return [
      ...(archived === undefined ? [] : [{ path: null, message: archived, cite: null }]),
      ...found.map((one) => ({
        path: `dpp_payload.${one.point}`,
        message: plain(say(contradictionFault(one))),
        cite: null,
      })),
    ];
  }

  private async evaluated(version: StoredVersion, on: Day | undefined, asker: Actor): Promise<WithoutWarnings> {
    const { document } = await this.templates.ofVersion(version);
    const today = dayIn('UTC', this.clock.now());
    try {
      const own = await this.asRead(version, document);
      const law = await this.lawOn(on ?? evaluationDay(ruleFacts(own, document), today), document);
      if (law === undefined) return { version, ...(await this.validator.readiness(asker, own, document, on)) };
      const said = await this.measured.withMeasuredValues(version, document);
      const carried = { ...said, ...carriedPassport(said, document, law).change } as StoredVersion;
      const { items, ...summary } = await this.validator.readiness(asker, await this.asRead(carried, law), law, on);
      return { version, ...summary, items: items.length === 0 ? [] : [saidBy(law), ...items] };
    } catch (error) {
      // A passport that exceeds the limits is reported and does not stop the report.
      if (!(error instanceof InputRefused)) throw error;
      const item = { path: 'dpp_payload', state: 'wrong', message: error.message, cite: null } as const;
      return { version, on: on ?? today, items: [item], awaiting: [] };
    }
  }

  /**
   * The newest template version, if its requirements apply to passports of this version. If older values cannot be
   * converted, it applies only from the date on which the law it cites requires something.
   */
  private async lawOn(day: Day, own: TemplateDocument): Promise<TemplateDocument | undefined> {
    const { document: newest } = await this.templates.named(own.code, null);
    if (newest.version === own.version) return undefined;
    const versions = await this.templates.versionsOf(own.code);
    if (versions.indexOf(newest.version) > versions.indexOf(own.version)) return undefined;
    // Within a major version, a template with its own cited requirements (`required_from`) continues to apply to its
    // passports.
    const hasLegalDates = own.rules.some((rule) => rule.rule === 'required_from' && rule.cite);
    if (hasLegalDates && major(own.version) === major(newest.version)) return undefined;
    const isLaw = newest.rules.some((rule) => rule.rule === 'required_from' && rule.cite && rule.from <= day);
    return isLaw || takesOver(own, newest) ? newest : undefined;
  }

  /** Includes values from data sheets, as publication does, and measured values. */
  private async asRead(version: StoredVersion, template: TemplateDocument): Promise<StoredVersion> {
    const filled = isInWork(version.status) ? await this.sheets.filledIn(version, template) : version;
    return this.measured.withMeasuredValues(filled, template);
  }
}
