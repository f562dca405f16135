import { CAN_ISOLATE } from '../support/container.js';
import { fullDisk, type OnDisk } from './full-disk.js';
import { Random } from './random.js';

const { CAMPAIGN_SEED, CAMPAIGN_ROUNDS = '2' } = process.env;

if (!CAN_ISOLATE) {
  it('a full disk is not tested where no tmpfs can be mounted', () => expect(CAN_ISOLATE).toBe(false));
} else {
  it.each<OnDisk>(['database', 'documents', 'log'])(
    'a full disk with the %s loses no confirmed write, stores no rejected one, and the server recovers',
    async (what) => {
      const summary = await fullDisk(what, new Random(Number(CAMPAIGN_SEED ?? 20_261_128)), Number(CAMPAIGN_ROUNDS));
      if (CAMPAIGN_SEED !== undefined) process.stdout.write(`full disk, ${what}: ${summary}\n`);
    },
  );
}
