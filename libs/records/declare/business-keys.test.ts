import { declaredResources } from '../../../test/support/declared-resources.js';
import type { Resource, Resources } from '../index.js';

describe('business keys of rows (bulk.md, "Sending rows")', () => {
  let resources: Resources;
  const namesOf = (resource: string): readonly string[] => {
    const declared = resources.named(resource);
    const plain = new Set(declared.fields.map(({ name }) => name));
    return resources
      .withBusinessKeys(declared)
      .fields.map(({ name }) => name)
      .filter((name) => !plain.has(name));
  };

  beforeAll(async () => {
    resources = await declaredResources();
  });

  it('are declared by what they name', () => {
    const declared = resources.all.flatMap(({ resource, businessKey }) =>
      businessKey ? [[resource, businessKey.as]] : [],
    );
    expect(declared.toSorted()).toEqual([
      ['customer', 'customerNumber'],
      ['customerGroup', 'customerGroupCode'],
      ['priceList', 'pricelistName'],
      ['product', 'sku'],
      ['productCustomerMatrix', 'matrixName'],
    ]);
  });

  it('stand beside the references of a record, unless it declares one itself', () => {
    expect(namesOf('customerPrice')).toEqual(['customer_number']);
    expect(namesOf('priceListProduct')).toEqual(['pricelist_name']);
    expect(namesOf('productCustomerMatrixCustomer').toSorted()).toEqual(['customer_number', 'matrix_name']);
    expect(namesOf('productTierPrice')).toEqual(['customer_group_code']);
    expect(namesOf('customer')).toEqual(['customer_group_code']);
    expect(namesOf('product')).toEqual([]);
  });

  it('are taken and never answered or searched', () => {
    const form: Resource = resources.withBusinessKeys(resources.named('customerPrice'));
    expect(form.byName.get('customerNumber')).toMatchObject({ access: 'write', searchable: false, required: false });
    expect(resources.withBusinessKeys(resources.named('customerPrice'))).toBe(form);
  });
});
