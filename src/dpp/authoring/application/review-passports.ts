import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Fault,
  InputRefused,
  NoSuchEntity,
  type Page,
} from '../../../../libs/kernel/index.js';
import { type Difference, DIFFERENCES_MAX, differences, TooDifferent } from '../domain/difference.js';
import type { Json, Actor } from '../../passport/domain/index.js';
import type { ScoreItem } from '../domain/envelope-score.js';
import { PassportBook, type PassportEvent, type StoredVersion } from '../ports/passport-book.js';
import { PassportValidator } from '../ports/passport-validator.js';
import { AuthorPassports } from './author-passports.js';
import { currentOf } from './current-versions.js';
import { FindTemplate } from '../../templates/index.js';
import { PreparePublication } from './prepare-publication.js';

/** Scores from this value on count as good (passports.md, "Authoring"). */
export const THRESHOLD = 70;

export const EVENTS_MAX = 1000;
const REPORT_MS = 10_000;

interface ScoreAnswer {
  readonly score: number;
  readonly items: readonly ScoreItem[];
}

/** A passport below the score limit, and its missing fields. */
interface Incomplete {
  readonly version: StoredVersion;
  readonly missing: readonly ScoreItem[];
}

const isMissing = ({ state }: ScoreItem): boolean => state === 'missing' || state === 'invalid';

/** Reviews before and after publication. Read-only. */
@Injectable()
export class ReviewPassports {
  constructor(
    private readonly author: AuthorPassports,
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly validator: PassportValidator,
    private readonly preparation: PreparePublication,
    private readonly clock: Clock,
  ) {}

  async score(id: number, number: number | undefined, asker: Actor): Promise<ScoreAnswer> {
    const version = await this.author.get(id, number);
    const { document } = await this.templates.ofVersion(version);
    const { score, items } = await this.validator.score(asker, version, document);
    return { score: version.publishedAt === null ? score : version.completenessScore, items };
  }

  async validate(id: number, number: number | undefined, asker: Actor): Promise<readonly Fault[]> {
    const { passport } = await currentOf(this.book, id);
    const version = await this.author.get(id, number);
    const template = await this.templates.ofVersion(version);
    return (await this.preparation.prepare(passport, version, template, asker)).faults;
  }

  /** Pages start at 1. */
  async history(id: number, page: number): Promise<readonly PassportEvent[]> {
    if (!(await this.book.passport(id))) throw new NoSuchEntity('id', id);
    return this.book.history(id, page, EVENTS_MAX);
  }

  /** Differences between two versions, in the form that `shown` returns. */
  async difference(
    id: number,
    numbers: { readonly from: number; readonly to: number },
    shown: (version: StoredVersion) => Json,
  ): Promise<readonly Difference[]> {
    const [from, to] = [await this.author.get(id, numbers.from), await this.author.get(id, numbers.to)];
    try {
      return differences(shown(from), shown(to));
    } catch (error) {
      if (!(error instanceof TooDifferent)) throw error;
      throw InputRefused.sentence(
        'The two versions have more than %max differences. Read each version with ?version= and compare the results.',
        { max: DIFFERENCES_MAX },
      );
    }
  }

  /** Current versions below the threshold that are not archived. */
  async quality(criteria: Criteria, threshold: number, asker: Actor): Promise<Page<Incomplete>> {
    const { items, total } = await this.book.search({
      ...criteria,
      groups: [
        ...criteria.groups,
        [{ property: 'completenessScore', condition: 'lt', values: [threshold] }],
        [{ property: 'status', condition: 'neq', values: ['archived'] }],
      ],
    });
    const found: Incomplete[] = [];
    const startedAt = this.clock.now().getTime();
    for (const version of items) {
      if (this.clock.now().getTime() - startedAt > REPORT_MS)
        throw InputRefused.sentence(
          'This report takes longer than %limit ms. Request fewer passports with a smaller searchCriteria[pageSize].',
          { limit: REPORT_MS },
        );
      found.push({ version, missing: await this.missing(version, asker) });
    }
    return { items: found, total };
  }

  private async missing(version: StoredVersion, asker: Actor): Promise<readonly ScoreItem[]> {
    const { document } = await this.templates.ofVersion(version);
    try {
      return (await this.validator.score(asker, version, document)).items.filter(isMissing);
    } catch (error) {
      if (!(error instanceof InputRefused)) throw error;
      return [{ path: 'dpp_payload', weight: 0, state: 'invalid', message: error.message, cite: null }];
    }
  }
}
