import { everything, type Refusal } from '../../../libs/kernel/index.js';
import { memoryServices } from '../../../test/support/memory/services.js';
import { COMMERCE_RESOURCES } from '../resources.record.js';
import { storeResource } from '../store.record.js';
import { websiteResource } from '../website.record.js';
import { StoreHooks, WebsiteHooks } from './default-hooks.js';

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Refusal) => error.message,
  );

const world = async () => {
  const { store, serviceOf } = memoryServices(COMMERCE_RESOURCES);
  const websites = serviceOf(websiteResource, new WebsiteHooks(store));
  const stores = serviceOf(storeResource, new StoreHooks(store));
  const website = (id: number, more: object = {}) =>
    websites.create({ id, code: `w${id}`, name: `W ${id}`, base_currency: 'EUR', timezone: 'UTC', ...more });
  const view = (id: number, websiteId: number, more: object = {}) =>
    stores.create({ id, code: `s${id}`, name: `S ${id}`, website_id: websiteId, ...more });
  await website(1, { is_default: 1 });
  await website(2);
  await view(1, 1, { is_default: 1 });
  await view(2, 1);
  await view(3, 2, { is_default: 1 });
  const defaults = async (service: typeof websites | typeof stores) =>
    (await service.search(everything(100))).items.filter(({ isDefault }) => isDefault === 1).map(({ id }) => id);
  return { websites, stores, website, defaults };
};

describe('the default website', () => {
  it('is replaced when a new or updated website becomes the default', async () => {
    const { websites, website, defaults } = await world();
    await website(3, { is_default: 1 });
    expect(await defaults(websites)).toEqual([3]);
    await websites.update(2, { is_default: 1 });
    expect(await defaults(websites)).toEqual([2]);
  });

  it('stays the same when the request for a new default is refused', async () => {
    const { websites, website, defaults } = await world();
    expect(await refusal(website(2, { is_default: 1 }))).not.toBe('done');
    expect(await defaults(websites)).toEqual([1]);
  });

  it('cannot be unset without naming another default', async () => {
    const { websites, defaults } = await world();
    expect(await refusal(websites.update(1, { is_default: 0 }))).toMatch(/Make another website the default instead/);
    expect(await defaults(websites)).toEqual([1]);
  });
});

describe('the default store view', () => {
  it('exists once for each website', async () => {
    const { stores, defaults } = await world();
    await stores.update(2, { is_default: 1 });
    expect(await defaults(stores)).toEqual([2, 3]);
  });

  it('can move to another website only as the last one of its website', async () => {
    const { stores, defaults } = await world();
    expect(await refusal(stores.update(1, { website_id: 2 }))).toMatch(/Make another store view the default first/);
    expect(await defaults(stores)).toEqual([1, 3]);
    await stores.remove(2);
    await stores.update(1, { website_id: 2 });
    expect(await defaults(stores)).toEqual([1]);
  });
});
