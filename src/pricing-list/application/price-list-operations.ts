import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { IntField, type Recorded, type Resource, serviceOf, toWire } from '../../../libs/records/index.js';
import { priceListResource } from '../price-list.record.js';
import { priceListCustomerResource } from '../price-list-customer.record.js';
import { priceListProductResource } from '../price-list-product.record.js';
import { saveInBulk } from './save-in-bulk.js';
import { TakeLists } from './take-lists.js';

/** `POST` and `PUT <path>bulk`, in one transaction (pricing.md §1). */
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
      summary: `Create many ${many}, all or nothing`,
      rest: { verb: 'POST', path },
      run: async (records, { inputs }) => toItems(await saveInBulk(records, wrapper, inputs, 'create')),
    }),
    operation({
      ...common,
      name: 'updateMany',
      summary: `Update many ${many}, found by id, external_id or unique key; all or nothing`,
      rest: { verb: 'PUT', path },
      errors: [404],
      run: async (records, { inputs }) => toItems(await saveInBulk(records, wrapper, inputs, 'update')),
    }),
  ];
};

class Confirmation {
  @IntField({ about: 'Total number of price lists; any other number is refused with 409', required: true, example: 12 })
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
  summary: 'Remove all price list assignments of a customer, but not those of the customer group',
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
