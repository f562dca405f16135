import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { DppPassport } from './passport.type.js';

@InputType({ description: 'A condition on one field' })
class DppFilterInput {
  @Field(() => String)
  readonly field!: string;

  @Field(() => String, { nullable: true, description: 'As text, whatever the type of the field' })
  readonly value?: string | null;

  @Field(() => String, { nullable: true, description: 'eq (default), neq, gt, lt, gteq, lteq, like, in, null, …' })
  readonly condition_type?: string | null;
}

@InputType({ description: 'Conditions of which one has to hold' })
class DppFilterGroupInput {
  @Field(() => [DppFilterInput])
  readonly filters!: readonly DppFilterInput[];
}

@InputType()
class DppSortOrderInput {
  @Field(() => String)
  readonly field!: string;

  @Field(() => String, { nullable: true, description: 'ASC or DESC; DESC if it is left out' })
  readonly direction?: string | null;
}

@InputType({ description: 'The search criteria of REST: groups are joined by AND, their filters by OR' })
export class DppSearchCriteriaInput {
  @Field(() => [DppFilterGroupInput], { nullable: true })
  readonly filter_groups?: readonly DppFilterGroupInput[] | null;

  @Field(() => [DppSortOrderInput], { nullable: true })
  readonly sort_orders?: readonly DppSortOrderInput[] | null;

  @Field(() => Int, { nullable: true, description: 'The largest page, if it is left out' })
  readonly pageSize?: number | null;

  @Field(() => Int, { nullable: true, description: 'From 1' })
  readonly currentPage?: number | null;
}

@ObjectType()
class DppPageInfo {
  @Field(() => Int, { description: 'The page size in force' })
  readonly page_size!: number;

  @Field(() => Int)
  readonly current_page!: number;

  @Field(() => Int)
  readonly total_pages!: number;
}

@ObjectType({ description: 'A page of published passports' })
export class DppPassports {
  @Field(() => [DppPassport])
  readonly items!: readonly DppPassport[];

  @Field(() => Int, { description: 'Of all matches' })
  readonly total_count!: number;

  @Field(() => DppPageInfo)
  readonly page_info!: DppPageInfo;
}
