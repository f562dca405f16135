import { PRICE_CODES } from '../../../libs/pricing/index.js';
import { InputRefused, NoSuchEntity, Words } from '../../../libs/kernel/index.js';
import { fieldsOf, withFields } from '../../../libs/records/index.js';
import { memoryServices } from '../../../test/support/memory/services.js';
import type { Level } from '../domain/price-settings.js';
import { priceSettingsResource, SettingValues } from '../price-settings.record.js';
import { COMMERCE_RESOURCES } from '../resources.record.js';
import { customerGroupResource } from '../customer-group.record.js';
import { websiteResource } from '../website.record.js';
import { LevelPriceSettings } from './level-price-settings.js';

const WEBSITE: Level = { websiteId: 1, customerGroupId: null, customerId: null };
const GROUP: Level = { ...WEBSITE, customerGroupId: 3 };

const words = new Words(new Map([[PRICE_CODES, ['list', 'tier']]]));

const world = async () => {
  const { store, transactions, serviceOf } = memoryServices(COMMERCE_RESOURCES);
  await serviceOf(websiteResource).create({ id: 1, code: 'w', name: 'W', base_currency: 'EUR', timezone: 'UTC' });
  await serviceOf(customerGroupResource).create({ id: 3, code: 'g' });
  const [key] = priceSettingsResource.unique;
  if (!key) throw new Error('no key');
  const levels = new LevelPriceSettings({
    service: serviceOf(withFields(priceSettingsResource, words.in(priceSettingsResource.fields))),
    records: store.recordsOf(priceSettingsResource),
    transactions,
    key,
    settings: fieldsOf(SettingValues).map(({ property }) => property),
    exists: (resource, id) => Promise.resolve(store.table(resource).has(id)),
  });
  return { levels, stored: () => [...store.table(priceSettingsResource.resource).values()] };
};

describe('the price settings of a level', () => {
  it('contain only the values that are set on that level', async () => {
    const { levels } = await world();
    expect(await levels.get(GROUP)).toEqual({});
    await levels.put(GROUP, { merge_pricelist_qtys: 1 });
    expect(await levels.put(GROUP, { skip_zero_price: 0 })).toEqual({ mergePricelistQtys: 1, skipZeroPrice: 0 });
    expect(await levels.get(WEBSITE)).toEqual({});
  });

  it('have no row while no value is set', async () => {
    const { levels, stored } = await world();
    await levels.put(GROUP, { merge_pricelist_qtys: null });
    expect(stored()).toEqual([]);
    await levels.put(GROUP, { merge_pricelist_qtys: 1 });
    expect(stored()).toHaveLength(1);
    expect(await levels.put(GROUP, { merge_pricelist_qtys: null })).toEqual({});
    expect(stored()).toEqual([]);
  });

  it('can be removed twice without an error', async () => {
    const { levels, stored } = await world();
    await levels.put(GROUP, { price_sort_order: ['list', 'tier'] });
    await levels.remove(GROUP);
    await levels.remove(GROUP);
    expect(stored()).toEqual([]);
  });

  it.each<[string, Level, string]>([
    ['website', { ...WEBSITE, websiteId: 9 }, 'websiteId'],
    ['group', { ...WEBSITE, customerGroupId: 9 }, 'groupId'],
    ['customer', { ...WEBSITE, customerId: 9 }, 'customerId'],
  ])('of an unknown %s do not exist', async (_, level, named) => {
    const { levels } = await world();
    for (const asked of [levels.get(level), levels.put(level, {})])
      await expect(asked).rejects.toEqual(new NoSuchEntity(named, 9));
  });

  it('refuse invalid values, such as a precision for a group, and change nothing', async () => {
    const { levels, stored } = await world();
    for (const wrong of [{ price_precision: 4 }, { merge_pricelist_qtys: 2 }, { price_sort_order: ['none'] }])
      await expect(levels.put(GROUP, wrong)).rejects.toBeInstanceOf(InputRefused);
    expect(stored()).toEqual([]);
    expect(await levels.put(WEBSITE, { price_precision: 4 })).toEqual({ pricePrecision: 4 });
  });
});
