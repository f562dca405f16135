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

  it('are declared by the resource that they identify', () => {
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

  it('are those of CSV files for references, id lists and nested objects', () => {
    const customer = ['customer_number', 'customer_external_id', 'customer_email', 'customer_website_code'];
    expect(namesOf('customerPrice')).toEqual([...customer, 'website_code']);
    expect(namesOf('priceListProduct')).toEqual(['pricelist_name']);
    expect(namesOf('productCustomerMatrixCustomer')).toEqual(['matrix_name', ...customer]);
    expect(namesOf('productTierPrice')).toEqual(['website_code', 'customer_group_code']);
    expect(namesOf('customer')).toEqual(['customer_group_code', 'website_code']);
    expect(namesOf('category')).toEqual(['parent_external_id']);
    expect(namesOf('document')).toEqual([
      'category_name',
      'website_code',
      'customer_numbers',
      'customer_external_ids',
      'customer_emails',
      'customer_website_code',
      'customer_group_codes',
    ]);
    expect(namesOf('product')).toEqual(['category_external_ids']);
    const { nested } = resources.keyedFields(resources.named('product').fields);
    expect(nested.map(({ field, inside }) => [field.name, [...inside.names]])).toEqual([
      ['website_prices', ['website_code', 'websiteCode']],
    ]);
  });

  it('are accepted but never returned; SOAP has only the declared ones', () => {
    const form: Resource = resources.withBusinessKeys(resources.named('customerPrice'));
    expect(form.byName.get('customerNumber')).toMatchObject({ access: 'write', required: false });
    expect(resources.withBusinessKeys(resources.named('customerPrice'))).toBe(form);
    const soap = resources.withDeclaredKeys(resources.named('customerPrice'));
    expect(soap.fields.slice(-1).map(({ name }) => name)).toEqual(['customer_number']);
    expect(resources.withDeclaredKeys(resources.named('document')).fields).toHaveLength(
      resources.named('document').fields.length,
    );
  });
});
