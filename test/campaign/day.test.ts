import { existsSync } from 'node:fs';
import { day } from './day.js';
import { Random } from './random.js';

const { CAMPAIGN_SEED, CAMPAIGN_ROUNDS } = process.env;
/** Required programs, which include those of the cluster. */
const NEEDED = ['/usr/sbin/clamd', '/usr/sbin/haproxy', '/usr/lib/galera/libgalera_smm.so', '/usr/bin/prometheus'];

describe('a day in ten minutes', () => {
  it('loses nothing, tells all, and no price is old, whatever is upgraded, killed or away', async () => {
    for (const file of NEEDED) if (!existsSync(file)) throw new Error(`${file} isn't there`);
    const report = await day(new Random(Number(CAMPAIGN_SEED)), Number(CAMPAIGN_ROUNDS));
    process.stdout.write(`day: ${report}\n`);
  });
});
