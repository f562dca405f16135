import { LoggedShop } from '../support/logged-shop.js';
import { ProcessCacheManager } from '../../libs/cache/process-cache-manager.js';
import { change } from '../../libs/kernel/index.js';
import { CustomersWithRows } from '../../libs/pricing/index.js';

describe('customers with rows', () => {
  let shop: LoggedShop;
  let memory: ProcessCacheManager;
  let customers: CustomersWithRows;
  let stored: number[];
  let loads: (readonly [number, number])[];

  beforeEach(() => {
    shop = new LoggedShop();
    memory = new ProcessCacheManager(shop.changes, shop.transactions, 1024 * 1024);
    [stored, loads] = [[7, 255, 256], []];
    customers = new CustomersWithRows(
      memory,
      ({ scope }) => scope === 'matrix',
      (first, last) => {
        loads.push([first, last]);
        return stored.filter((id) => id >= first && id <= last);
      },
    );
  });

  const which = (...ids: readonly number[]): Promise<readonly number[]> =>
    memory.answer(async () => {
      const found: number[] = [];
      for (const id of ids) if (await customers.has(id)) found.push(id);
      return found;
    });

  it('are loaded once for 256 consecutive ids', async () => {
    expect(await which(0, 6, 7, 255, 254)).toEqual([7, 255]);
    expect(await which(8, 9, 255)).toEqual([255]);
    expect(loads).toEqual([[0, 255]]);
    expect(await which(256, 257, 511, 512)).toEqual([256]);
    expect(loads.slice(1)).toEqual([
      [256, 511],
      [512, 767],
    ]);
  });

  it('are loaded again after a change of such rows, and only then', async () => {
    expect(await which(7, 8)).toEqual([7]);
    shop.write({}, change('customer', 8));
    expect(await which(7, 8)).toEqual([7]);
    expect(loads).toHaveLength(1);
    stored = [8];
    shop.write({}, change('matrix', 1));
    expect(await which(7, 8)).toEqual([8]);
    expect(loads).toHaveLength(2);
  });

  it('are not cached outside a request', async () => {
    expect([await customers.has(7), await customers.has(7)]).toEqual([true, true]);
    expect(loads).toHaveLength(2);
  });
});
