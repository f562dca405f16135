import { Injectable } from '@nestjs/common';
import { type Criteria, type Fault, NoSuchEntity, type Page } from '../../../libs/kernel/index.js';
import { type Difference, differences } from '../domain/difference.js';
import type { Json } from '../domain/json.js';
import type { ScoreItem } from '../domain/score.js';
import { PassportBook, type PassportEvent, type StoredVersion } from '../ports/passport-book.js';
import { AuthorPassports } from './author-passports.js';
import { currentOf } from './current-versions.js';
import { FindTemplate } from './find-template.js';
import { JudgePassport } from './judge-passport.js';
import { PreparePublication } from './prepare-publication.js';

/** From which score on a passport counts as good (passports.md §5). */
export const THRESHOLD = 70;

export interface ScoreAnswer {
  readonly score: number;
  readonly items: readonly ScoreItem[];
}

/** A passport that isn't complete enough, and what it lacks. */
export interface Incomplete {
  readonly version: StoredVersion;
  readonly missing: readonly ScoreItem[];
}

const isMissing = ({ state }: ScoreItem): boolean => state === 'missing' || state === 'invalid';

/** What an author asks before and after publication; nothing is written. */
@Injectable()
export class ReviewPassports {
  constructor(
    private readonly author: AuthorPassports,
    private readonly book: PassportBook,
    private readonly templates: FindTemplate,
    private readonly judge: JudgePassport,
    private readonly preparation: PreparePublication,
  ) {}

  async score(id: number, number?: number): Promise<ScoreAnswer> {
    const version = await this.author.get(id, number);
    const { document } = await this.templates.ofVersion(version);
    const { score, items } = this.judge.score(version, document);
    return { score: version.publishedAt === null ? score : version.completenessScore, items };
  }

  /** What would keep it from being published now. */
  async validate(id: number, number?: number): Promise<readonly Fault[]> {
    const { passport } = await currentOf(this.book, id);
    const version = await this.author.get(id, number);
    const template = await this.templates.ofVersion(version);
    return (await this.preparation.of(passport, version, template)).faults;
  }

  async history(id: number): Promise<readonly PassportEvent[]> {
    if (!(await this.book.passport(id))) throw new NoSuchEntity('id', id);
    return this.book.history(id);
  }

  /** What two versions differ in, as `shown` writes them. */
  async difference(
    id: number,
    numbers: { readonly from: number; readonly to: number },
    shown: (version: StoredVersion) => Json,
  ): Promise<readonly Difference[]> {
    const [from, to] = [await this.author.get(id, numbers.from), await this.author.get(id, numbers.to)];
    return differences(shown(from), shown(to));
  }

  /** The shown versions below the threshold that aren't archived. */
  async quality(criteria: Criteria, threshold: number): Promise<Page<Incomplete>> {
    const { items, total } = await this.book.search({
      ...criteria,
      groups: [
        ...criteria.groups,
        [{ property: 'completenessScore', condition: 'lt', values: [threshold] }],
        [{ property: 'status', condition: 'neq', values: ['archived'] }],
      ],
    });
    const found: Incomplete[] = [];
    for (const version of items) {
      const { document } = await this.templates.ofVersion(version);
      found.push({ version, missing: this.judge.score(version, document).items.filter(isMissing) });
    }
    return { items: found, total };
  }
}
