import { ATTACKS, attacked, type Target } from './hostile-attacks.js';

/**
 * An attacker runs in its own process, so that the cost of attacking does not count as cost of the measured process.
 */
const { ATTACK, TARGET, FOR_MS } = process.env;
const attack = ATTACKS.find(({ name }) => name === ATTACK);
if (!attack) throw new Error(`no attack ${ATTACK}`);

void attacked(attack, JSON.parse(TARGET ?? '{}') as Target, Number(FOR_MS)).then((statuses) => {
  process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
});
