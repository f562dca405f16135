import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import {
  IntField,
  TargetRecords,
  type Recorded,
  type Resource,
  serviceOf,
  toWire,
  type Input,
  mustBeAtMost,
  type RecordService,
  type SaveVerb,
  type ResourceService,
} from '../../../libs/records/index.js';
import { priceListResource } from '../price-list.record.js';
import { priceListCustomerResource } from '../price-list-customer.record.js';
import { priceListProductResource } from '../price-list-product.record.js';
import { everything, noteOutdated, NoSuchEntity, type Transactions } from '../../../libs/kernel/index.js';
import type { Customers } from '../../commerce/index.js';

/** More assignments than any customer has, to read all of them at once. */
const ALL = 100_000;

/** Removes the lists assigned to a customer. Lists assigned to the group stay. */
export class TakeLists {
  constructor(
    private readonly assignments: ResourceService<Recorded>,
    private readonly customers: Customers,
    private readonly transactions: Transactions,
  ) {}

  /** Removes all or none. Throws `NoSuchEntity` for an unknown customer. */
  async from(customerId: number): Promise<void> {
    if (!(await this.customers.byId(customerId))) throw new NoSuchEntity('customerId', customerId);
    const groups = [[{ property: 'customerId', condition: 'eq', values: [customerId] }]] as const;
    await this.transactions.write(async () => {
      const { items } = await this.assignments.search({ ...everything(ALL), groups });
      for (const { id } of items) await this.assignments.remove(id);
    });
  }
}

/** Maximum number of records per bulk call (pricing.md §1). */
const BULK_MAX = 1_000;

/**
 * Saves a list of records in one transaction, all or nothing. An error names the row, such as `priceLists[3].priority`.
 * `create` adds all records. `update` finds them by id, external_id or unique key, and refuses unknown ones.
 */
const saveInBulk = async <T extends Recorded>(
  service: RecordService<T>,
  wrapper: string,
  inputs: readonly Input[],
  verb: Exclude<SaveVerb, 'upsert'>,
): Promise<readonly T[]> => {
  mustBeAtMost(BULK_MAX, inputs.length);
  const rowName = (index: number): string => `${wrapper}[${index}]`;
  const outcomes = await service.saveAll(inputs, {
    verb,
    mode: 'all_or_nothing',
    rowName,
    meant: { records: new TargetRecords(), from: 0 },
  });
  noteOutdated(outcomes.some(({ status }) => status === 'outdated'));
  return outcomes.map((outcome) => {
    if (outcome.status === 'failed') throw outcome.refusal;
    return outcome.record;
  });
};

/** `POST` and `PUT <path>bulk`, each in one transaction (pricing.md §1). */
const savingMany = <T extends Recorded>(resource: Resource<T>, wrapper: string): readonly Operation[] => {
  const toItems = (records: readonly T[]) => records.map((record) => toWire(resource.fields, record));
  const { many } = resource.title;
  const path = `${resource.path}bulk`;
  const common = {
    service: resource.service,
    right: needs.right(resource.rights.save),
    effect: 'writes',
    input: { inputs: takes.records(wrapper, resource) },
    output: answers.records(resource),
    tellsVersion: true,
    by: serviceOf(resource),
  } as const;
  return [
    operation({
      ...common,
      name: 'createMany',
      summary: `Create ${many} in bulk, all or nothing`,
      rest: { verb: 'POST', path },
      run: async (records, { inputs }) => toItems(await saveInBulk(records, wrapper, inputs, 'create')),
    }),
    operation({
      ...common,
      name: 'updateMany',
      summary: `Update ${many} in bulk by id, external_id or unique key, all or nothing`,
      rest: { verb: 'PUT', path },
      errors: [404],
      run: async (records, { inputs }) => toItems(await saveInBulk(records, wrapper, inputs, 'update')),
    }),
  ];
};

class Confirmation {
  @IntField({
    about: 'Total number of price lists, to confirm the deletion; any other number is rejected with 409',
    required: true,
    example: 12,
  })
  readonly confirm!: number;
}

const deleteAll = operation({
  service: priceListResource.service,
  name: 'deleteAll',
  summary: 'Delete all price lists with their rows and assignments',
  right: needs.right(priceListResource.rights.delete),
  effect: 'deletes',
  deadline: 'bulk',
  rest: { verb: 'DELETE', path: `${priceListResource.path}/all` },
  input: { query: takes.query(Confirmation) },
  output: answers.true,
  errors: [409],
  tellsVersion: true,
  by: serviceOf(priceListResource),
  run: async (lists, { query: { confirm } }) => {
    await lists.removeAll([], confirm);
    return true;
  },
});

const deleteByCustomerId = operation({
  service: priceListCustomerResource.service,
  name: 'deleteByCustomerId',
  summary: "Remove all price list assignments of a customer, but not those of the customer's group",
  right: needs.right(priceListCustomerResource.rights.delete),
  effect: 'deletes',
  rest: { verb: 'DELETE', path: `${priceListCustomerResource.path}/deleteByCustomerId/:customerId` },
  input: { customerId: takes.id('customerId') },
  output: answers.true,
  errors: [404],
  tellsVersion: true,
  by: TakeLists,
  run: async (lists, { customerId }) => {
    await lists.from(customerId);
    return true;
  },
});

/** The operations of price lists in addition to the standard ones (pricing.md §1). */
export const FURTHER_LIST_OPERATIONS: readonly Operation[] = [
  ...savingMany(priceListResource, 'priceLists'),
  ...savingMany(priceListProductResource, 'priceListProducts'),
  deleteAll,
  deleteByCustomerId,
];
