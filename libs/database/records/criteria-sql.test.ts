import { Decimal, type Filter } from '../../kernel/index.js';
import { type Resource, Resources } from '../../records/index.js';
import { boxItem, shelf } from '../../../test/support/memory/sample-records.js';
import { SQLITE } from '../dialect.js';
import { orderSql, whereSql } from './criteria-sql.js';

const resource = boxItem as unknown as Resource;
const resources = new Resources([shelf, resource]);
const asked = (...groups: readonly (readonly Filter[])[]) =>
  whereSql({ groups }, { resource, resources, links: [], dialect: SQLITE });

const is = (property: string, value: unknown): Filter => ({ property, condition: 'eq', values: [value] });

describe('criteria', () => {
  it('that say the same hundreds of times ask it once', () => {
    const often = <T>(one: T): readonly T[] => Array.from({ length: 500 }, () => one);
    expect(asked(...often([is('shelfCode', 'A-1')]))).toEqual(asked([is('shelfCode', 'A-1')]));
    expect(asked(often(is('shelfCode', 'A-1')))).toEqual(asked([is('shelfCode', 'A-1')]));
    expect(asked([is('value', new Decimal('1.0'))], [is('value', new Decimal('1'))])).toEqual(
      asked([is('value', new Decimal('1'))]),
    );
  });

  it('that differ in a value alone are all asked', () => {
    const { text, params } = asked([is('pieceCount', 1)], [is('pieceCount', 2)], [is('pieceCount', 1)]);
    expect([text, params]).toEqual(['(t.piece_count = ? AND t.piece_count = ?)', [1, 2]]);
  });

  it('sort by a field as it is named first', () => {
    const sort = [
      { property: 'pieceCount', direction: 'DESC' },
      { property: 'pieceCount', direction: 'ASC' },
    ] as const;
    expect(orderSql({ groups: [], sort, page: 1, pageSize: 20 }, resource)).toBe('t.piece_count DESC, t.id ASC');
  });
});
