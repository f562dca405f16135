import { Injectable } from '@nestjs/common';
import type { Actor } from '../../passport/domain/index.js';
import { FindTemplate } from '../../templates/index.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { AuthorPassports } from './author-passports.js';
import { currentOf } from './current-versions.js';
import type { RowPlan } from './import-plans.js';
import { ChangePassportStatus } from './change-passport-status.js';

/** Stores checked plans: drafts, changes, and revisions with their changes. */
@Injectable()
export class StorePlans {
  constructor(
    private readonly author: AuthorPassports,
    private readonly moves: ChangePassportStatus,
    private readonly templates: FindTemplate,
    private readonly book: PassportBook,
  ) {}

  /** Only inside `Transactions.write`. Returns undefined if the state the plan was based on has changed meanwhile. */
  async store(plan: RowPlan, actor: Actor): Promise<StoredVersion | undefined> {
    switch (plan.kind) {
      case 'nothing':
        return plan.version;
      case 'creation':
        return this.author.storeCreation(plan.creation, actor);
      case 'change':
        return this.author.storeChange(plan.change, actor);
      case 'revision': {
        if (!(await this.templates.isStill(plan.change.template))) return undefined;
        const draft = await this.moves.storeRevision(plan.revision, actor);
        if (!draft) return undefined;
        const { passport } = await currentOf(this.book, draft.passportId);
        const change = { ...plan.change, work: draft, next: { ...plan.change.next, id: draft.id } };
        return this.author.writeChange(passport, change, actor);
      }
    }
  }
}
