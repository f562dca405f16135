import { answers, needs, operation, takes } from '../../libs/operations/index.js';
import { IntField } from '../../libs/records/index.js';
import { clubPriceResource } from './club-price.record.js';
import { Clubs } from './club-services.js';

class Club {
  @IntField({ about: 'The group that is the club', example: 4 })
  readonly customerGroupId!: number;

  @IntField({ about: 'How many prices its members have', example: 12 })
  readonly prices!: number;

  @IntField({ about: 'How many it may have', example: 1000 })
  readonly pricesMax!: number;
}

export const tellClub = operation({
  service: 'exampleClubV1',
  name: 'get',
  summary: 'How many prices a club has',
  right: needs.right(clubPriceResource.rights.read),
  effect: 'reads',
  rest: { verb: 'GET', path: 'clubs/:customerGroupId' },
  input: { customerGroupId: takes.id('customerGroupId') },
  output: answers.fields(Club),
  by: Clubs,
  run: async (clubs, { customerGroupId }) => {
    const { prices, pricesMax } = await clubs.of(customerGroupId);
    return { customer_group_id: customerGroupId, prices, prices_max: pricesMax };
  },
});
