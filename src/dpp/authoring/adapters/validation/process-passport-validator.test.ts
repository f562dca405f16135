import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aContent, aTemplate, aVersion } from '../../../../../test/support/passport-content.js';
import {
  Deadline,
  DeadlinePassed,
  InputRefused,
  SystemClock,
  Unavailable,
  withDeadline,
} from '../../../../../libs/kernel/index.js';
import { DppSettings } from '../../../passport/index.js';
import type { TemplateDocument } from '../../../templates/domain/index.js';
import type { Actor } from '../../../passport/domain/index.js';
import { ProcessPassportValidator } from './process-passport-validator.js';

const ANNA: Actor = { kind: 'admin', id: 1 };
const BERT: Actor = { kind: 'integration', id: 1 };

/** The pattern is within the limit, but matching forty texts takes a minute. */
const SLOW: TemplateDocument = aTemplate({
  type: 'object',
  properties: {
    power_w: {
      type: 'array',
      items: { type: 'string', pattern: `^${'(.{0,1000})'.repeat(8)}$`, maxLength: 6000 },
    },
  },
});
const slowContent = () => aContent({ dppPayload: { power_w: Array.from({ length: 40 }, () => 'a'.repeat(6000)) } });
const QUICK = aTemplate();

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Resolves when the process has ended. If it never ends, the test times out. */
const gone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
};

describe('ProcessPassportValidator', () => {
  let validator: ProcessPassportValidator;
  const open = (settings: Partial<DppSettings> = {}): ProcessPassportValidator =>
    (validator = new ProcessPassportValidator(
      new DppSettings({ publicBaseUrl: 'http://kontor.test', ...settings }),
      new SystemClock(),
    ));
  afterEach(() => validator.onModuleDestroy());

  it('starts its process with the first check and reuses it', async () => {
    open();
    expect(validator.pids).toEqual([]);
    const { score } = await validator.score(ANNA, aContent(), QUICK);
    expect(score).toBeGreaterThan(50);
    const [pid] = validator.pids;
    expect(await validator.typeFaults(ANNA, aContent({ dppPayload: { power_w: 'x' } }), QUICK)).toHaveLength(1);
    const { view, parts, faults } = await validator.publication(ANNA, aVersion(), QUICK, []);
    expect([faults, view.completeness_score]).toEqual([[], score]);
    expect(parts.map(({ point, body }) => [point, JSON.parse(body)])).toMatchObject([[1, { payload: { power_w: 7 } }]]);
    const sections = [{ id: 's', labels: { en: 'S' }, fields: ['nothing'] }];
    expect(await validator.templateFaults(ANNA, { ...QUICK, sections })).toHaveLength(1);
    expect(validator.pids).toEqual([pid]);
  });

  it('passes no environment variables to its process, because they may hold secrets', async () => {
    open();
    await validator.score(ANNA, aContent(), QUICK);
    const [pid] = validator.pids;
    const given = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    // Node sets these variables for the channel to the parent process.
    expect(given.filter((one) => !one.startsWith('NODE_CHANNEL_'))).toEqual([]);
  });

  it('kills a check at its time limit, names the setting, then starts a new process', async () => {
    open({ checkMs: 1000 });
    await validator.score(ANNA, aContent(), QUICK);
    const [pid = 0] = validator.pids;
    const refused = await validator.score(ANNA, slowContent(), SLOW).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputRefused);
    expect((refused as Error).message).toMatch(
      /^The payload takes longer than 1000 ms to check \(PASSPORT_CHECK_MS\)\. Make it smaller/,
    );
    await gone(pid);
    expect((await validator.score(ANNA, aContent(), QUICK)).score).toBeGreaterThan(50);
    expect(validator.pids).toHaveLength(1);
  });

  it('allows more wall-clock time to a process that gets no CPU time', async () => {
    open({ checkMs: 2000 });
    await validator.score(ANNA, aContent(), QUICK);
    const [pid = 0] = validator.pids;
    process.kill(pid, 'SIGSTOP');
    const outcome = validator.score(ANNA, aContent(), QUICK);
    // Longer than the wall-clock limit.
    await delay(2100);
    process.kill(pid, 'SIGCONT');
    expect((await outcome).score).toBeGreaterThan(50);
    expect(validator.pids).toEqual([pid]);
  });

  it('kills a process that gets no CPU time at all', async () => {
    open({ checkMs: 200 });
    // The first question of a process takes longest.
    while (validator.pids.length === 0) await validator.score(ANNA, aContent(), QUICK).catch(() => undefined);
    const outcome = validator.score(ANNA, aContent(), QUICK).catch((error: unknown) => error);
    for (const pid of validator.pids) process.kill(pid, 'SIGSTOP');
    expect(await outcome).toBeInstanceOf(InputRefused);
    expect(validator.pids).toEqual([]);
  });

  it('rejects a check that exceeds its memory limit, then starts a new process', async () => {
    open({ checkMb: 32, checkMs: 60_000 });
    const large = Object.fromEntries(Array.from({ length: 4900 }, (_, index) => [`p${index}`, { type: 'string' }]));
    const refused = await validator
      .templateFaults(ANNA, { ...QUICK, schema: { type: 'object', properties: large } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputRefused);
    expect((refused as Error).message).toMatch(/^The template takes more than 32 MiB of memory to check/);
    expect((await validator.score(ANNA, aContent(), QUICK)).score).toBeGreaterThan(50);
  });

  it('retries a check if something else killed the process', async () => {
    open({ checkMs: 2000 });
    await validator.score(ANNA, aContent(), QUICK);
    const [pid = 0] = validator.pids;
    const slow = validator.score(ANNA, slowContent(), SLOW).catch((error: unknown) => error);
    process.kill(pid, 'SIGKILL');
    // The question was retried after the kill, and the second attempt exceeded its time limit.
    expect(await slow).toBeInstanceOf(InputRefused);
  });

  it("does not delay one author because of another's slow payloads", async () => {
    open({ checkMs: 60_000 });
    const slow = Array.from({ length: 2 }, () =>
      validator.score(ANNA, slowContent(), SLOW).catch((error: unknown) => error),
    );
    for (let count = 0; count < 20; count += 1) await validator.score(BERT, aContent(), QUICK);
    expect(validator.pids.length).toBeLessThanOrEqual(2);
    validator.onModuleDestroy();
    // Neither question had been answered.
    for (const one of await Promise.all(slow)) expect(one).toBeInstanceOf(Unavailable);
  });

  it('limits the number of waiting checks per author', async () => {
    open({ checkProcesses: 1 });
    const refused: unknown[] = [];
    for (let count = 0; count < 150; count += 1)
      validator.score(ANNA, aContent(), QUICK).catch((error: unknown) => refused.push(error));
    // Runs before any other question can be answered.
    await new Promise(setImmediate);
    expect(refused).toHaveLength(49);
    expect(refused.every((one) => one instanceof Unavailable)).toBe(true);
  });

  it('leaves no process behind when it is closed', async () => {
    open({ checkMs: 60_000 });
    const slow = validator.score(ANNA, slowContent(), SLOW).catch((error: unknown) => error);
    await validator.score(BERT, aContent(), QUICK);
    const pids = validator.pids;
    expect(pids).toHaveLength(2);
    validator.onModuleDestroy();
    expect(await slow).toBeInstanceOf(Unavailable);
    await Promise.all(pids.map(gone));
  });

  it('starts no process for waiting checks when it is closed', async () => {
    open({ checkProcesses: 1, checkMs: 60_000 });
    const outcomes = [slowContent(), aContent(), aContent()].map((content, index) =>
      validator.score(ANNA, content, index === 0 ? SLOW : QUICK).catch((error: unknown) => error),
    );
    validator.onModuleDestroy();
    for (const one of await Promise.all(outcomes)) expect(one).toBeInstanceOf(Unavailable);
    expect(validator.pids).toEqual([]);
  });

  it('stops waiting for a slot at the deadline of the request', async () => {
    open({ checkProcesses: 1, checkMs: 60_000 });
    const slow = validator.score(ANNA, slowContent(), SLOW).catch((error: unknown) => error);
    const waitFor = (work: () => Promise<unknown>) => work().catch((error: unknown) => error);
    const patient = waitFor(() => validator.score(BERT, aContent(), QUICK));
    const hasty = waitFor(() =>
      withDeadline(new Deadline('read', 300), () => validator.score(BERT, aContent(), QUICK)),
    );
    expect(await Promise.race([slow, patient, hasty.then((error) => ({ hasty: error }))])).toEqual({
      hasty: expect.any(DeadlinePassed),
    });
    validator.onModuleDestroy();
    await slow;
  });

  it('leaves no process behind if its parent dies during a check', async () => {
    open();
    const hook = join(__dirname, '../../../../../test/support/typescript-hook.cjs');
    const parent = spawn(
      process.execPath,
      ['-r', hook, join(__dirname, '../../../../../test/support/validating-parent.ts')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await gone(pid);
  });
});
