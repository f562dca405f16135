import { InputRefused, plain, say } from '../../../libs/kernel/index.js';
import { memoryServices } from '../../../test/support/memory/services.js';
import { productResource } from '../product.record.js';
import { productWebsitePriceResource } from '../product-website-price.record.js';
import { COMMERCE_RESOURCES } from '../resources.record.js';
import { websiteResource } from '../website.record.js';
import { ProductHooks } from './product-hooks.js';

const world = async () => {
  const { store, serviceOf } = memoryServices(COMMERCE_RESOURCES);
  const websites = serviceOf(websiteResource);
  for (const id of [1, 2])
    await websites.create({ id, code: `w${id}`, name: 'W', base_currency: 'EUR', timezone: 'UTC' });
  const products = serviceOf(productResource, new ProductHooks(store));
  await products.create({ id: 7, sku: 'A', name: 'A', website_prices: [{ website_id: 2, price: '3' }] });
  const rows = () => [...store.table(productWebsitePriceResource.resource).keys()];
  return { products, rows };
};

describe("a product's website prices", () => {
  it('are returned with it in the order in which they were sent', async () => {
    const { products } = await world();
    await products.update(7, {
      website_prices: [
        { website_id: 2, price: '3' },
        { website_id: 1, msrp: '9' },
      ],
    });
    const { websitePrices } = await products.get(7);
    expect(websitePrices.map(({ websiteId }) => websiteId)).toEqual([2, 1]);
  });

  it('keep their rows when the list is unchanged or not sent', async () => {
    const { products, rows } = await world();
    const before = rows();
    await products.update(7, { name: 'Another name' });
    await products.update(7, { website_prices: [{ website_id: 2, price: '3.00' }] });
    expect(rows()).toEqual(before);
    await products.update(7, { website_prices: [{ website_id: 2, price: '3.01' }] });
    expect(rows()).not.toEqual(before);
    expect(rows()).toHaveLength(1);
  });

  it('are removed by an empty list', async () => {
    const { products, rows } = await world();
    await products.update(7, { website_prices: [] });
    expect(rows()).toEqual([]);
  });

  it('with an unknown website are refused with the index, and nothing is stored', async () => {
    const { products, rows } = await world();
    const before = rows();
    const list = [
      { website_id: 1, price: '1' },
      { website_id: 9, price: '1' },
    ];
    const refused = await products.update(7, { website_prices: list }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputRefused);
    expect((refused as InputRefused).faults.map((fault) => plain(say(fault))).join()).toMatch(/website_prices\[1\]/);
    expect(rows()).toEqual(before);
  });
});
