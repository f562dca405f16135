import { Injectable } from '@nestjs/common';
import { InputRefused, Transactions } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';
import type { TemplateDocument } from '../../templates/domain/index.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportValidator } from '../ports/passport-validator.js';
import { PassportsOfTemplate, type StoredTemplate, FindTemplate } from '../../templates/index.js';
import { Publications } from '../ports/publications.js';
import { currentOf, isSameVersion } from './current-versions.js';

const DRAFTS_AT_ONCE = 10;

/** Updates the passports of a changed template. */
@Injectable()
export class DraftsOfTemplate extends PassportsOfTemplate {
  constructor(
    private readonly templates: FindTemplate,
    private readonly book: PassportBook,
    private readonly publications: Publications,
    private readonly validator: PassportValidator,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  arePublished(templateId: number): Promise<boolean> {
    return this.publications.usesTemplate(templateId);
  }

  /**
   * Scores drafts in groups that are stored separately. If a draft changes meanwhile, its author's request scores it.
   * After an interruption, saving the template again continues the work.
   */
  async scoreAgain(template: StoredTemplate, actor: Actor): Promise<void> {
    for (let last = 0; ;) {
      const drafts = await this.book.inWorkOf(template.id, last, DRAFTS_AT_ONCE);
      const scored: StoredVersion[] = [];
      for (const draft of drafts) {
        const completenessScore = await this.scoreOf(draft, template.document, actor);
        if (completenessScore !== draft.completenessScore) scored.push({ ...draft, completenessScore });
      }
      if (scored.length > 0) await this.transactions.write(() => this.storeScores(scored, drafts, template));
      const end = drafts.at(-1);
      if (!end || drafts.length < DRAFTS_AT_ONCE) return;
      last = end.id;
    }
  }

  private async scoreOf(draft: StoredVersion, document: TemplateDocument, actor: Actor): Promise<number> {
    try {
      return (await this.validator.score(actor, draft, document)).score;
    } catch (error) {
      // A draft that exceeds the limits keeps its score; requesting its score explains why.
      if (error instanceof InputRefused) return draft.completenessScore;
      throw error;
    }
  }

  /** Stores the scores of drafts if neither the draft nor its template has changed since scoring. */
  private async storeScores(
    scored: readonly StoredVersion[],
    validated: readonly StoredVersion[],
    template: StoredTemplate,
  ): Promise<void> {
    if (!(await this.templates.isStill(template))) return;
    const before = new Map(validated.map((draft) => [draft.id, draft]));
    for (const draft of scored) {
      const { work } = await currentOf(this.book, draft.passportId);
      const was = before.get(draft.id);
      if (work && was && isSameVersion(work, was)) await this.book.changeVersions([draft]);
    }
  }
}
