import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { DppPassport } from './passport.type.js';

@InputType({ description: 'Filter condition on a field' })
class DppFilterInput {
  @Field(() => String)
  readonly field!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Value to compare the field with, as a string whatever the type of the field',
  })
  readonly value?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Values for the conditions in and nin, as an alternative to value. Each value may contain commas.',
  })
  readonly values?: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Comparison: eq (default), neq, gt, lt, gteq, lteq, like, in, null or another condition of the REST search',
  })
  readonly condition_type?: string | null;
}

@InputType({ description: 'Group of conditions joined by OR' })
class DppFilterGroupInput {
  @Field(() => [DppFilterInput])
  readonly filters!: readonly DppFilterInput[];
}

@InputType()
class DppSortOrderInput {
  @Field(() => String)
  readonly field!: string;

  @Field(() => String, { nullable: true, description: 'Sort direction: ASC or DESC; default DESC' })
  readonly direction?: string | null;
}

@InputType({ description: 'Search criteria as in REST: groups are joined by AND, filters within a group by OR' })
export class DppSearchCriteriaInput {
  @Field(() => [DppFilterGroupInput], { nullable: true })
  readonly filter_groups?: readonly DppFilterGroupInput[] | null;

  @Field(() => [DppSortOrderInput], { nullable: true })
  readonly sort_orders?: readonly DppSortOrderInput[] | null;

  @Field(() => Int, { nullable: true, description: 'Page size; default: the maximum page size' })
  readonly pageSize?: number | null;

  @Field(() => Int, { nullable: true, description: 'Page number, starting at 1' })
  readonly currentPage?: number | null;
}

@ObjectType()
class DppPageInfo {
  @Field(() => Int, { description: 'Page size that was applied' })
  readonly page_size!: number;

  @Field(() => Int)
  readonly current_page!: number;

  @Field(() => Int)
  readonly total_pages!: number;
}

@ObjectType({ description: 'Page of published passports' })
export class DppPassports {
  @Field(() => [DppPassport])
  readonly items!: readonly DppPassport[];

  @Field(() => Int, { description: 'Total number of matches' })
  readonly total_count!: number;

  @Field(() => DppPageInfo)
  readonly page_info!: DppPageInfo;
}
