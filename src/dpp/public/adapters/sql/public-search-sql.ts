import { type Filter, refuse } from '../../../../../libs/kernel/index.js';
import { allOf, anyOf, type Database, orderSql, type Sql, sql, whereSql } from '../../../../../libs/database/index.js';
import type { Resources } from '../../../../../libs/records/index.js';
import {
  type Beginning,
  LISTED_MAX,
  notSortedSo,
  type PublicGroup,
  type PublicSearch,
  tooMany,
} from '../../domain/public-search.js';
import { publishedPassportResource } from '../../../passport/index.js';

/** Sorts after all other characters. */
const LAST = '\u{10FFFF}';

interface ListedPage {
  readonly ids: readonly number[];
  readonly total: number;
}

interface Paging {
  readonly page: number;
  readonly pageSize: number;
  readonly uncounted?: boolean;
}

/** Queries the table of public passports, and chooses the database index that keeps the search short. */
export class PublicSearchSql {
  constructor(
    private readonly database: Database,
    private readonly resources: Resources,
  ) {}

  /** `InputRefused` if no index makes the search short enough. */
  async search(search: PublicSearch, now: readonly (readonly Filter[])[], paging: Paging): Promise<ListedPage> {
    if (search.isEmpty) return { ids: [], total: 0 };
    const publicNow = this.where(now);
    const index = await this.indexOf(search, publicNow);
    const where = allOf([...search.groups.map((group) => this.group(group)), publicNow]);
    const ids = await this.page(search, index, where, paging);
    const total = paging.uncounted === true ? ids.length : await this.count(index, where, LISTED_MAX);
    return { ids, total };
  }

  /** With several groups or another sort order, each group must match few rows. */
  private async indexOf({ groups, sort, walked }: PublicSearch, publicNow: Sql): Promise<string> {
    const ways = groups.filter((group) => group.index !== undefined);
    const [only] = ways;
    if (only?.index === undefined) return walked;
    const isSortedByIndex = sort.every(({ property }) => property === 'passportId' || property === only.by);
    if (groups.length === 1 && isSortedByIndex) return only.index;
    let best: { readonly index: string; readonly count: number } | undefined;
    for (const group of ways) {
      if (group.index === undefined) continue;
      const count = await this.count(group.index, allOf([this.group(group), publicNow]), LISTED_MAX + 1);
      if (!best || count < best.count) best = { index: group.index, count };
    }
    refuse(best && best.count <= LISTED_MAX ? [] : [groups.length === 1 ? notSortedSo() : tooMany()]);
    return best?.index ?? walked;
  }

  private async page(
    { sort }: PublicSearch,
    index: string,
    where: Sql,
    { page, pageSize }: Paging,
  ): Promise<readonly number[]> {
    const last = { property: 'passportId', direction: 'ASC' } as const;
    const order = orderSql({ groups: [], sort: [...sort, last], page, pageSize }, publishedPassportResource);
    const rows = await this.database.query<{ id: number }>(
      `SELECT t.id FROM ${this.table(index)} WHERE ${where.text} ORDER BY ${order} LIMIT ? OFFSET ?`,
      [...where.params, pageSize, (page - 1) * pageSize],
    );
    return rows.map(({ id }) => id);
  }

  private async count(index: string, where: Sql, most: number): Promise<number> {
    const row = await this.database.queryOne<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (SELECT t.id FROM ${this.table(index)} WHERE ${where.text} LIMIT ?) q0`,
      [...where.params, most],
    );
    return Number(row?.count ?? 0);
  }

  private table(index: string): string {
    const { dialect } = this.database;
    return `published_passport t${dialect.name === 'sqlite' ? ` INDEXED BY ${index}` : dialect.byIndex(index)}`;
  }

  private group({ filters, beginnings, within }: PublicGroup): Sql {
    const one = anyOf([...(filters.length === 0 ? [] : [this.where([filters])]), ...beginnings.map(begins)]);
    return within.length === 0 ? one : allOf([anyOf(within.map(begins)), one]);
  }

  private where(groups: readonly (readonly Filter[])[]): Sql {
    const { dialect } = this.database;
    return whereSql({ groups }, { resource: publishedPassportResource, resources: this.resources, links: [], dialect });
  }
}

const begins = ({ property, text, isWhole }: Beginning): Sql => {
  const column = `t.${publishedPassportResource.byProperty.get(property)?.name ?? property}`;
  if (isWhole) return sql(`${column} = ?`, text);
  return sql(`(${column} >= ? AND ${column} < ?)`, text, text + LAST);
};
