import type { Condition, Criteria, Filter, Value } from './criteria.js';
import { type Searchable, WITHOUT_ID } from './generated/known.js';
import type { paths } from './generated/schema.js';

/** The routes that search. */
export type SearchPath = keyof Searchable & keyof paths;

/** A page as it is answered. */
export type PageOf<P extends SearchPath> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer A } } } };
}
  ? A
  : never;

/** What a search finds. */
export type Found<P extends SearchPath> = PageOf<P> extends { items: (infer T)[] } ? T : never;

type FieldOf<P extends SearchPath> = Searchable[P];

/** A filter of a field that may be searched by; `in` and `nin` take lists, `null` and `notnull` nothing. */
type Asked<F extends string> =
  | readonly [field: F, condition: Exclude<Condition, 'in' | 'nin' | 'null' | 'notnull'>, value: Value]
  | readonly [field: F, condition: 'in' | 'nin', values: readonly Value[]]
  | readonly [field: F, condition: 'null' | 'notnull'];

/** The fields that may be searched by and that everything found has: where a page ends, one of them can tell. */
type KeyOf<P extends SearchPath> = {
  [K in FieldOf<P> & keyof Found<P> & string]: Found<P>[K] extends Value ? K : never;
}[FieldOf<P> & keyof Found<P> & string];

interface Page<T> {
  readonly items: readonly T[];
  /** Left out where only other fields were asked for. */
  readonly search_criteria?: { readonly page_size: number };
}

type Ask = (path: string, query: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** As many as the server has on its largest page. */
const LARGEST = 0;

const filterOf = ([field, condition, value]: Asked<string>): Filter =>
  value === undefined ? { field, condition } : { field, condition, value };

/** A search, which each of its methods answers changed; nothing is asked before its pages are. */
export class Search<P extends SearchPath> implements AsyncIterable<Found<P>> {
  constructor(
    private readonly ask: Ask,
    private readonly path: P,
    private readonly criteria: Criteria = { groups: [], sort: [], pageSize: LARGEST, page: 1 },
    private readonly query: Readonly<Record<string, unknown>> = {},
  ) {}

  /** And this must hold. */
  where(...filter: Asked<FieldOf<P>>): Search<P> {
    return this.whereAny(filter);
  }

  /** And one of these must hold. */
  whereAny(...filters: readonly Asked<FieldOf<P>>[]): Search<P> {
    return this.with({ groups: [...this.criteria.groups, filters.map(filterOf)] });
  }

  orderBy(field: FieldOf<P>, direction: 'ASC' | 'DESC' = 'ASC'): Search<P> {
    return this.with({ sort: [...this.criteria.sort, { field, direction }] });
  }

  /** Records of a page, at most what the server allows (300, if its operator hasn't set another); that many without. */
  pageSize(pageSize: number): Search<P> {
    return this.with({ pageSize });
  }

  /** Parameters of the route beside criteria. */
  including(query: Readonly<Record<string, string | number>>): Search<P> {
    return new Search(this.ask, this.path, this.criteria, { ...this.query, ...query });
  }

  /** One page, by its number. */
  async page(page = 1): Promise<PageOf<P>> {
    return (await this.ask(this.path, { searchCriteria: { ...this.criteria, page }, ...this.query })) as PageOf<P>;
  }

  /** How many match. */
  async count(): Promise<number> {
    const { total_count: count } = (await this.pageSize(1).page()) as unknown as { total_count: number };
    return count;
  }

  /** The first that matches. */
  async first(): Promise<Found<P> | undefined> {
    return (await this.pageSize(1).found()).items[0];
  }

  /** All that match, in a list. */
  async all(): Promise<Found<P>[]> {
    const found: Found<P>[] = [];
    for await (const item of this) found.push(item);
    return found;
  }

  /**
   * All that match, page by page. Without an order of its own by id, each page from behind the last one: so records that
   * come or go meanwhile neither hide others nor show them twice.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Found<P>, void> {
    if (this.criteria.sort.length === 0 && !WITHOUT_ID.includes(this.path)) yield* this.behind('id');
    else yield* this.byNumber();
  }

  /** The same by another field that is unique: pages from behind its last value. */
  after(field: KeyOf<P>): AsyncGenerator<Found<P>, void> {
    return this.behind(field);
  }

  private async *behind(field: string): AsyncGenerator<Found<P>, void> {
    const { groups } = this.criteria;
    const sort = [{ field, direction: 'ASC' }] as const;
    for (let last: Value | undefined; ;) {
      const filter = last === undefined ? [] : [[{ field, condition: 'gt', value: last } as const]];
      const { items, isLast } = await this.with({ groups: [...groups, ...filter], sort }).found();
      yield* items;
      if (isLast) return;
      last = (items.at(-1) as Readonly<Record<string, Value>>)[field];
      if (last === undefined) throw new Error(`${this.path} was asked without ${field}, which pages follow`);
    }
  }

  private async *byNumber(): AsyncGenerator<Found<P>, void> {
    for (let page = 1; ; page += 1) {
      const { items, isLast } = await this.found(page);
      yield* items;
      if (isLast) return;
    }
  }

  private async found(page = 1): Promise<{ readonly items: readonly Found<P>[]; readonly isLast: boolean }> {
    const { items, search_criteria: asked } = (await this.page(page)) as unknown as Page<Found<P>>;
    // Where nobody says how long a page is, an empty one is the last.
    return { items, isLast: items.length < (asked?.page_size ?? Math.max(this.criteria.pageSize, 1)) };
  }

  private with(changed: Partial<Criteria>): Search<P> {
    return new Search(this.ask, this.path, { ...this.criteria, ...changed }, this.query);
  }
}
