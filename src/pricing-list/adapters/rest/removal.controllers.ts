import { Delete, Inject } from '@nestjs/common';
import { ChangeLog, NoSuchEntity } from '../../../../libs/kernel/index.js';
import { IntField, type RecordService } from '../../../../libs/records/index.js';
import {
  type Answer,
  answers,
  Describes,
  Needs,
  PathId,
  Queried,
  RestController,
  serviceOf,
  Within,
  written,
} from '../../../../libs/webapi/index.js';
import { Customers } from '../../../commerce/index.js';
import { TakeLists } from '../../application/take-lists.js';
import { type PriceList, priceListResource } from '../../price-list.record.js';
import { PRICELIST_RIGHTS } from '../../rights.record.js';

class Confirmation {
  @IntField({ about: 'How many price lists there are', required: true, example: 12 })
  readonly confirm!: number;
}

const TRUE = () => true;

/** The further removals of price lists (pricing.md §1). */
@RestController('pricing/pricelist')
export class RemoveAllListsController {
  constructor(
    @Inject(serviceOf(priceListResource)) private readonly lists: RecordService<PriceList>,
    private readonly changes: ChangeLog,
  ) {}

  @Delete('all')
  @Needs(PRICELIST_RIGHTS.delete)
  @Within('bulk')
  @Describes({
    summary: 'Delete all price lists with their rows and assignments; `confirm` is their number',
    answer: answers.true,
    errors: [409],
  })
  all(@Queried(Confirmation) { confirm }: Confirmation): Promise<Answer> {
    return written(this.changes, () => this.lists.removeAll([], confirm), TRUE);
  }
}

@RestController('pricing/pricelistcustomer')
export class RemoveCustomersListsController {
  constructor(
    private readonly lists: TakeLists,
    private readonly customers: Customers,
    private readonly changes: ChangeLog,
  ) {}

  @Delete('deleteByCustomerId/:customerId')
  @Needs(PRICELIST_RIGHTS.delete)
  @Describes({
    summary: 'Take all price lists from a customer; those of the group stay',
    answer: answers.true,
    errors: [404],
  })
  async ofCustomer(@PathId('customerId') customerId: number): Promise<Answer> {
    if (!(await this.customers.byId(customerId))) throw new NoSuchEntity('customerId', customerId);
    return written(this.changes, () => this.lists.from(customerId), TRUE);
  }
}
