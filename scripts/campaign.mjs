// Runs the tests in test/campaign (races, kills, differential worlds) and the comparisons with REST (as-rest) for many
// rounds; verify:all runs only a few.  npm run campaign -- [--seed 1] [--rounds 1000] [--database sqlite|mysql] [name…]
import { parseArgs } from 'node:util';
import { node, prepare, run, tool } from './project.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, rounds: { type: 'string' }, database: { type: 'string' } },
});
const whole = (name, text) => {
  if (/^[1-9]\d{0,8}$/.test(text)) return text;
  console.error(`--${name} is "${text}": use a whole number from 1 to 999999999.`);
  process.exit(2);
};
const seed = whole('seed', values.seed ?? String((Date.now() % 899_999_999) + 1));
const rounds = whole('rounds', values.rounds ?? '1000');
await prepare('everything');
const { build } = await import('./build.mjs');
if ((await build({ ifChanged: true })) !== 0) process.exit(1);
console.log(`Seed ${seed}, ${rounds} rounds. Use --seed ${seed} to repeat this campaign.`);
if (![undefined, 'sqlite', 'mysql'].includes(values.database)) {
  console.error(`--database is "${values.database}": use sqlite or mysql.`);
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
