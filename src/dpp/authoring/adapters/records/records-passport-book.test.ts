import type { Criteria } from '../../../../../libs/kernel/index.js';
import type { RecordStore } from '../../../../../libs/records/index.js';
import { RecordsPassportBook } from './records-passport-book.js';

describe('RecordsPassportBook.ofRun', () => {
  const searched: Criteria[] = [];
  const rows = {
    search: (criteria: Criteria) => {
      searched.push(criteria);
      return Promise.resolve({ items: [], total: 0 });
    },
  };
  const store = { recordsOf: () => rows } as unknown as RecordStore;
  const book = new RecordsPassportBook(store, {} as never, {} as never);
  beforeEach(() => void searched.splice(0));

  it('reads a page without counting the passports after it', async () => {
    await book.ofRun(7, { afterId: 100, first: 1, count: 50 });
    expect(searched).toEqual([expect.objectContaining({ page: 1, pageSize: 50, uncounted: true })]);
  });

  it('reads two pages if the range starts in the middle of one', async () => {
    await book.ofRun(7, { afterId: 0, first: 26, count: 50 });
    expect(searched.map(({ page, uncounted }) => [page, uncounted])).toEqual([
      [1, true],
      [2, true],
    ]);
  });
});
