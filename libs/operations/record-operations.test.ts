import { etagOf } from '../records/index.js';
import { itemsPage, preconditionOf } from './record-operations.js';

const toItem = ({ id }: { readonly id: number }) => ({ id, name: `record ${id}` });

describe('ETags of records', () => {
  it('are calculated from the record as it is returned', () => {
    expect(etagOf(toItem({ id: 1 }))).toBe(etagOf({ id: 1, name: 'record 1' }));
    expect(etagOf(toItem({ id: 1 }))).not.toBe(etagOf(toItem({ id: 2 })));
  });

  it('are returned with the items of a page on request', () => {
    const page = { items: [{ id: 1 }, { id: 2 }], total: 7 };
    const items = page.items.map(toItem);
    expect(itemsPage(page, toItem, false)).toEqual({ items, total: 7 });
    expect(itemsPage(page, toItem, true)).toEqual({ items, total: 7, etags: items.map(etagOf) });
  });

  it('are compared with the stored record if the call has conditions', () => {
    expect(preconditionOf({}, toItem)).toBeUndefined();
    const checked: string[] = [];
    preconditionOf({ conditions: { needRecord: true, check: (etag) => void checked.push(etag) } }, toItem)?.({ id: 3 });
    expect(checked).toEqual([etagOf(toItem({ id: 3 }))]);
  });
});
