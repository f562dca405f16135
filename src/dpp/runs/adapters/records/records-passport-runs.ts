import { Injectable } from '@nestjs/common';
import type { Criteria, Filter, Page } from '../../../../../libs/kernel/index.js';
import { type Records, RecordStore } from '../../../../../libs/records/index.js';
import { type Passport, PassportBook } from '../../../authoring/index.js';
import { type PassportRunRecord, passportRunResource } from '../../passport-run.record.js';
import { type PassportRun, PassportRuns } from '../../ports/passport-runs.js';

const is = (property: string, value: unknown): Filter => ({ property, condition: 'eq', values: [value] });

const runOf = (row: PassportRunRecord): PassportRun => row as PassportRun;

@Injectable()
export class RecordsPassportRuns extends PassportRuns {
  private readonly rows: Records<PassportRunRecord>;

  constructor(
    store: RecordStore,
    private readonly book: PassportBook,
  ) {
    super();
    this.rows = store.recordsOf(passportRunResource);
  }

  async add(run: PassportRun): Promise<void> {
    await this.rows.insert([run]);
  }

  async byUuid(uuid: string): Promise<PassportRun | undefined> {
    const criteria = { groups: [[is('uuid', uuid)]], sort: [], page: 1, pageSize: 1, uncounted: true };
    const { items } = await this.rows.search(criteria);
    return items.map(runOf)[0];
  }

  change(run: PassportRun): Promise<void> {
    return this.rows.update([run]);
  }

  async search(criteria: Criteria): Promise<Page<PassportRun>> {
    const sort = [...criteria.sort, { property: 'id', direction: 'ASC' }] as const;
    const { items, total } = await this.rows.search({ ...criteria, sort });
    return { items: items.map(runOf), total };
  }

  items(runId: number, afterId: number, count: number): Promise<readonly Passport[]> {
    return this.book.ofRun(runId, { afterId, first: 1, count });
  }

  itemsAt(runId: number, first: number, count: number): Promise<readonly Passport[]> {
    return this.book.ofRun(runId, { afterId: 0, first, count });
  }
}
