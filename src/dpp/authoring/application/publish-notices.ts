import { Injectable } from '@nestjs/common';
import { Clock, InputRefused, NoSuchEntity, refuse, sentence, Transactions } from '../../../../libs/kernel/index.js';
import { type Actor, type Notice, noticeFaults, noticeStatusesAfter } from '../../passport/domain/index.js';
import { PassportBook, type StoredVersion } from '../ports/passport-book.js';
import { PassportNotices } from '../ports/publications.js';
import { currentOf, historyEvent } from './current-versions.js';
import { PassportLock } from './passport-lock.js';

/** The public notice of a passport that was recalled or has ended (passports.md, "Notices"). */
@Injectable()
export class PublishNotices {
  constructor(
    private readonly book: PassportBook,
    private readonly notices: PassportNotices,
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
      const ended = await this.ended(id);
      const statuses = noticeStatusesAfter(ended.archiveReason);
      if (!statuses.includes(notice.status))
        refuse([
          sentence(
            'The passport was archived as %reason, so the status of its notice must be one of %statuses, not %status.',
            { reason: ended.archiveReason ?? '', statuses: statuses.join(', '), status: notice.status },
            'status',
          ),
        ]);
      await this.notices.put([ended], notice, this.clock.now());
      await this.book.note(id, historyEvent(ended, 'noticed', actor, this.clock.now()));
      return notice;
    });
  }

  /** Afterwards the code leads nowhere, as for any archived passport. */
  takeBack(id: number, actor: Actor): Promise<true> {
    return this.writing<true>(id, async () => {
      const { shown } = await currentOf(this.book, id);
      if (!(await this.notices.takeBack(id))) throw InputRefused.sentence('Passport %id has no notice.', { id });
      await this.book.note(id, historyEvent(shown, 'notice_removed', actor, this.clock.now()));
      return true;
    });
  }

  private writing<T>(id: number, work: () => Promise<T>): Promise<T> {
    return this.writer.withLock(id, () => this.transactions.write(work));
  }

  /** The last published version, if its archive reason allows a notice. A draft can exist next to it. */
  private async ended(id: number): Promise<StoredVersion> {
    const { work, published, shown } = await currentOf(this.book, id);
    const last = work ? await this.book.newestBut(id, work.version) : shown;
    if (published || last === undefined || noticeStatusesAfter(last.archiveReason).length === 0)
      throw InputRefused.sentence(
        'Only a passport archived as recalled or end_of_life can have a notice. Passport %id is %status.',
        { id, status: published ? published.status : (last?.archiveReason ?? shown.status) },
      );
    return last;
  }
}
