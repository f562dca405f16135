import { Args, Context, Int, Query, Resolver } from '@nestjs/graphql';
import type { Request } from 'express';
import { Anonymous, AnonymousSearches, WireSettings } from '../../../../../libs/web/index.js';
import { withValues } from '../../../../../libs/calls/index.js';
import { askedFor } from '../../../../../libs/rest/index.js';
import { PublishedPassports } from '../../ports/published-passports.js';
import { PublicPassportFields } from '../../../passport/index.js';
import { ListRate } from '../list-rate.js';
import { PassportLoader, toGraphql } from './passport-loader.js';
import { DppPassport } from './passport.type.js';
import { DppPassports, DppSearchCriteriaInput } from './search.type.js';

interface Asking {
  readonly req: Request;
}

/** Removes omitted and null arguments. */
const given = (parts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null && part !== undefined));

/** Converts to REST criteria, with numbers as query string texts. */
const criteriaOf = (sent: DppSearchCriteriaInput): Readonly<Record<string, unknown>> =>
  given({
    filter_groups: sent.filter_groups?.map(({ filters }) => ({
      filters: filters.map(({ field, value, values, condition_type }) =>
        given(withValues({ field, value, values, condition_type })),
      ),
    })),
    sort_orders: sent.sort_orders?.map(({ field, direction }) => given({ field, direction })),
    page_size: sent.pageSize?.toString(),
    current_page: sent.currentPage?.toString(),
  });

/** Public passports over GraphQL (passports-public.md, "GraphQL"): anonymous, published versions only. */
@Resolver(() => DppPassport)
export class PassportResolver {
  constructor(
    private readonly loader: PassportLoader,
    private readonly passports: PublishedPassports,
    private readonly settings: WireSettings,
    private readonly lane: AnonymousSearches,
    private readonly rate: ListRate,
  ) {}

  @Query(() => DppPassport, {
    nullable: true,
    description:
      'Published passport of a SKU; null if there is none. The argument storeId selects the store view; default: the store view in the header Store.',
  })
  @Anonymous()
  dppPassportBySku(
    @Args('sku', { type: () => String }) sku: string,
    @Args('storeId', { type: () => Int, nullable: true }) storeId: number | null | undefined,
    @Context() { req }: Asking,
  ): Promise<DppPassport | null> {
    return this.loader.load(req, { sku, storeId: storeId ?? undefined });
  }

  @Query(() => DppPassports, {
    description: 'Page of published passports of a store view, including passports that apply to all store views',
  })
  @Anonymous()
  async dppPassports(
    @Args('searchCriteria', { type: () => DppSearchCriteriaInput, nullable: true })
    searchCriteria: DppSearchCriteriaInput | null | undefined,
    @Args('storeId', { type: () => Int, nullable: true }) storeId: number | null | undefined,
    @Context() { req }: Asking,
  ): Promise<DppPassports> {
    this.rate.take(req);
    const { criteria } = askedFor(PublicPassportFields, criteriaOf(searchCriteria ?? {}), this.settings);
    const asked = storeId ?? (await this.loader.store(req)).storeId;
    const { items, total } = await this.lane.run(req, () => this.passports.search(criteria, asked));
    const { page, pageSize } = criteria;
    return {
      items: items.map(toGraphql),
      total_count: total,
      page_info: { page_size: pageSize, current_page: page, total_pages: Math.ceil(total / pageSize) },
    };
  }
}
