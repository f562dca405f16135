import { existsSync } from 'node:fs';
import { day } from './day.js';
import { Random } from './random.js';

const { CAMPAIGN_SEED, CAMPAIGN_ROUNDS } = process.env;
/** Required programs, which include those of the cluster. */
const NEEDED = ['/usr/sbin/clamd', '/usr/sbin/haproxy', '/usr/lib/galera/libgalera_smm.so', '/usr/bin/prometheus'];

describe('a day in ten minutes', () => {
  it('loses no confirmed write or event and returns no old price, despite upgrades and failures', async () => {
    for (const file of NEEDED) if (!existsSync(file)) throw new Error(`${file} isn't there`);
    const report = await day(new Random(Number(CAMPAIGN_SEED)), Number(CAMPAIGN_ROUNDS));
    process.stdout.write(`day: ${report}\n`);
  });
});
