// The long version of the tests in test/campaign (races, kills, differential worlds) and of the comparisons with REST
// (as-rest), of which verify:all runs a small share:  npm run campaign -- [--seed 1] [--rounds 1000] [--database sqlite|mysql] [name…]
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { node, prepare, run, tool } from './project.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, rounds: { type: 'string' }, database: { type: 'string' } },
});
const whole = (name, text) => {
  if (/^[1-9]\d{0,8}$/.test(text)) return text;
  console.error(`--${name} takes a whole number from 1, not "${text}".`);
  process.exit(2);
};
const seed = whole('seed', values.seed ?? String((Date.now() % 899_999_999) + 1));
const rounds = whole('rounds', values.rounds ?? '1000');
await prepare('everything');
if ((await build({ ifChanged: true })) !== 0) process.exit(1);
console.log(`Seed ${seed}, ${rounds} rounds: the same seed runs the same campaign.`);
if (![undefined, 'sqlite', 'mysql'].includes(values.database)) {
  console.error(`--database takes sqlite or mysql, not "${values.database}".`);
  process.exit(2);
}
const database = values.database ? { CAMPAIGN_DATABASE: values.database } : {};
const paths =
  positionals.length === 0
    ? ['test/campaign/(?!day|compose)', 'as-rest']
    : positionals.map((name) => `test/(campaign|conformance)/.*${name}`);
const { code } = await run(node(), [tool('jest/bin/jest.js'), '--testTimeout=86400000', '--runInBand', ...paths], {
  env: { TEST_BUILT: '1', CAMPAIGN_SEED: seed, CAMPAIGN_ROUNDS: rounds, ...database },
});
process.exitCode = code === 0 ? 0 : 1;
