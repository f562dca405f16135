import { ATTACKS, attacked, type Target } from './hostile-attacks.js';

/** An attacker is a process of its own, so that what it costs to attack isn't taken from whoever measures. */
const { ATTACK, TARGET, FOR_MS } = process.env;
const attack = ATTACKS.find(({ name }) => name === ATTACK);
if (!attack) throw new Error(`no attack ${ATTACK}`);

void attacked(attack, JSON.parse(TARGET ?? '{}') as Target, Number(FOR_MS)).then((statuses) => {
  process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
});
