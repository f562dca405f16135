import { Decimal, type Filter } from '../../kernel/index.js';
import { type Resource, Resources } from '../../records/index.js';
import { boxItem, shelf } from '../../../test/support/memory/sample-records.js';
import { SQLITE } from '../dialect.js';
import { orderSql, whereSql } from './criteria-sql.js';

const resource = boxItem as unknown as Resource;
const resources = new Resources([shelf, resource]);
const sqlOf = (...groups: readonly (readonly Filter[])[]) =>
  whereSql({ groups }, { resource, resources, links: [], dialect: SQLITE });

const is = (property: string, value: unknown): Filter => ({ property, condition: 'eq', values: [value] });

describe('criteria in SQL', () => {
  it('appear once, even if repeated hundreds of times', () => {
    const often = <T>(one: T): readonly T[] => Array.from({ length: 500 }, () => one);
    expect(sqlOf(...often([is('shelfCode', 'A-1')]))).toEqual(sqlOf([is('shelfCode', 'A-1')]));
    expect(sqlOf(often(is('shelfCode', 'A-1')))).toEqual(sqlOf([is('shelfCode', 'A-1')]));
    expect(sqlOf([is('value', new Decimal('1.0'))], [is('value', new Decimal('1'))])).toEqual(
      sqlOf([is('value', new Decimal('1'))]),
    );
  });

  it('all appear if they differ in a value', () => {
    const { text, params } = sqlOf([is('pieceCount', 1)], [is('pieceCount', 2)], [is('pieceCount', 1)]);
    expect([text, params]).toEqual(['(t.piece_count = ? AND t.piece_count = ?)', [1, 2]]);
  });

  it('sort a repeated field by its first direction', () => {
    const sort = [
      { property: 'pieceCount', direction: 'DESC' },
      { property: 'pieceCount', direction: 'ASC' },
    ] as const;
    expect(orderSql({ groups: [], sort, page: 1, pageSize: 20 }, resource)).toBe('t.piece_count DESC, t.id ASC');
  });
});
