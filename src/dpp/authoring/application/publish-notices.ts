import { Injectable } from '@nestjs/common';
import { Clock, InputRefused, NoSuchEntity, refuse, sentence, Transactions } from '../../../../libs/kernel/index.js';
import { type Actor, type Notice, noticeFaults, noticeStatusesAfter } from '../../passport/domain/index.js';
import { PUBLIC_POINT } from '../../templates/domain/index.js';
import { publicBody, viewOf } from '../../versions/domain/index.js';
import { PassportVersions } from '../../versions/index.js';
import { type Passport, PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportNotices, Publications } from '../ports/publications.js';
import { currentOf, historyEvent } from './current-versions.js';
import { PassportLock } from './passport-lock.js';
import { PublishVersions } from './publish-versions.js';

/** The public notice of a passport that was recalled or has ended (passports.md, "Notices"). */
@Injectable()
export class PublishNotices {
  constructor(
    private readonly book: PassportBook,
    private readonly notices: PassportNotices,
    private readonly publications: Publications,
    private readonly publishing: PublishVersions,
    private readonly versions: PassportVersions,
    private readonly transactions: Transactions,
    private readonly writer: PassportLock,
    private readonly clock: Clock,
  ) {}

  async find(id: number): Promise<Notice | undefined> {
    if (!(await this.book.passport(id))) throw new NoSuchEntity('id', id);
    return this.notices.find(id);
  }

  publish(id: number, notice: Notice, actor: Actor): Promise<Notice> {
    refuse(noticeFaults(notice));
    return this.writing(id, async () => {
      const { passport, work, published } = await currentOf(this.book, id);
      if (published) {
        if (notice.status === 'recycled') await this.recycle(passport, { published, work }, notice, actor);
        else await this.put(published, notice, actor);
        this.publications.touch(published.id);
        return notice;
      }
      const ended = await this.ended(id);
      const statuses = noticeStatusesAfter(ended.archiveReason);
      if (!statuses.includes(notice.status))
        refuse([
          sentence(
            'The passport was archived as "%reason", so its notice cannot have the status "%status". Allowed statuses: %statuses.',
            { reason: ended.archiveReason ?? '', statuses: statuses.join(', '), status: notice.status },
            'status',
          ),
        ]);
      await this.put(ended, notice, actor, await this.notices.endedVersion(id));
      return notice;
    });
  }

  /** A recycled product no longer has a passport, so the passport is archived with the notice. */
  private async recycle(
    passport: Passport,
    { published, work }: { readonly published: StoredVersion; readonly work: StoredVersion | undefined },
    notice: Notice,
    actor: Actor,
  ): Promise<void> {
    const archived = await this.publishing.archive(published, 'end_of_life', actor);
    if (!work) await this.book.changePassport({ ...passport, isArchived: true });
    await this.put(archived, notice, actor, archived.version);
  }

  private async put(version: StoredVersion, notice: Notice, actor: Actor, ended?: number): Promise<void> {
    await this.notices.put([version], notice, this.clock.now(), ended);
    await this.book.note(version.passportId, historyEvent(version, 'noticed', actor, this.clock.now()));
  }

  /**
   * Removes the notice. If the notice archived a published version, that version is published again (passports.md,
   * "Notices"). Otherwise the code of the archived passport leads nowhere.
   */
  takeBack(id: number, actor: Actor): Promise<true> {
    return this.writing<true>(id, async () => {
      const { passport, published, shown } = await currentOf(this.book, id);
      const number = await this.notices.endedVersion(id);
      if (!(await this.notices.takeBack(id)))
        throw InputRefused.sentence('Passport %id has no notice to delete.', { id });
      await this.book.note(id, historyEvent(shown, 'notice_removed', actor, this.clock.now()));
      if (published) this.publications.touch(published.id);
      const ended = number === undefined || published ? undefined : await this.book.version(id, number);
      if (ended) {
        await this.book.changePassport({ ...passport, isArchived: false });
        const { bodies, own } = await this.versions.read(ended.id, new Set([PUBLIC_POINT]));
        await this.publishing.publishAgain(ended, viewOf(publicBody(bodies), own), actor);
      }
      return true;
    });
  }

  private writing<T>(id: number, work: () => Promise<T>): Promise<T> {
    return this.writer.withLock(id, () => this.transactions.write(work));
  }

  /** The last published version, if its archive reason allows a notice. A draft can exist next to it. */
  private async ended(id: number): Promise<StoredVersion> {
    const { work, shown } = await currentOf(this.book, id);
    const last = work ? await this.book.newestBut(id, work.version) : shown;
    if (last === undefined || noticeStatusesAfter(last.archiveReason).length === 0)
      throw InputRefused.sentence(
        'Passport %id cannot have a notice, because it is neither published nor archived as "recalled" or "end_of_life" (current state: "%status"). Publish it first.',
        { id, status: last?.archiveReason ?? shown.status },
      );
    return last;
  }
}
