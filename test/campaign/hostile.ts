import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand, type ServerProcess, startProcess } from '../bench/processes.js';
import { ATTACKS, type Target } from './hostile-attacks.js';
import { Client, type Ground, mustHold, RuleBroken } from './shop.js';

const PASSWORD = 'correct Horse 7 battery';
const SKUS = 3000;
const CROWDED_ROWS = 3000;
const MIB = 1024 * 1024;

/** The limits of what the victim of an attack must accept (docs/security.md). */
export interface Bearable {
  /** Maximum response time of a price or sign-in, and of a write. */
  readonly answerMs: number;
  readonly writeMs: Readonly<Record<'sqlite' | 'mysql', number>>;
  /** Maximum memory of the server with its child processes, at any moment. */
  readonly residentBytes: number;
}

interface Wait {
  readonly kind: 'price' | 'sign-in' | 'write';
  readonly ms: number;
}

/** Requests prices, signs in and writes, one after the other, like three customers of one server. */
class Victim {
  readonly waits: Wait[] = [];
  /** Error responses. */
  readonly refusals = new Set<string>();
  private stopped = false;

  constructor(
    private readonly client: Client,
    private readonly target: Target,
  ) {}

  async live(): Promise<void> {
    const { client, target } = this;
    let round = 0;
    const [sku = ''] = target.skus;
    await Promise.all([
      this.again('price', 10, () =>
        client.call('POST', 'pricing/get-final-price', { sku, customer_id: target.customerId }),
      ),
      this.again('sign-in', 200, () =>
        client.call('POST', 'integration/admin/token', { username: 'victim', password: PASSWORD }),
      ),
      this.again('write', 50, () =>
        client.call('POST', 'commerce/categories', { category: { name: `victim ${Date.now()} ${(round += 1)}` } }),
      ),
    ]);
  }

  stop(): void {
    this.stopped = true;
  }

  private async again(
    kind: Wait['kind'],
    pauseMs: number,
    ask: () => Promise<{ readonly status: number }>,
  ): Promise<void> {
    while (!this.stopped) {
      const began = performance.now();
      const status = await ask().then(
        (reply) => reply.status,
        (error: unknown) => String(error),
      );
      this.waits.push({ kind, ms: performance.now() - began });
      if (status !== 200) this.refusals.add(`a ${kind} of the victim is ${status}`);
      await delay(pauseMs);
    }
  }
}

/** Resident bytes of a process and all its child processes. Shared memory is counted once. */
const residentBytes = (pid: number): number => {
  try {
    const [, kib = '0'] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return Number(kib) * 1024 + children.reduce((sum, child) => sum + residentBytes(child), 0);
  } catch {
    // The process ended during the measurement.
    return 0;
  }
};

const HOOK = join(__dirname, '..', 'support', 'typescript-hook.cjs');

const attackFrom = async (attack: string, target: Target, forMs: number): Promise<Readonly<Record<string, number>>> => {
  const file = join(__dirname, 'hostile-attacker.ts');
  const env = { PATH: process.env['PATH'], ATTACK: attack, TARGET: JSON.stringify(target), FOR_MS: String(forMs) };
  const child = spawn(process.execPath, ['-r', HOOK, file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  // Attackers have their own machines. Here they run with a low priority, because they would otherwise take processor
  // time from the victim and the server.
  if (child.pid !== undefined) setPriority(child.pid, 15);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  mustHold(code === 0, `the attacker ended with ${code}`);
  return JSON.parse(output) as Record<string, number>;
};

const stocked = async (client: Client): Promise<Omit<Target, 'url' | 'token'>> => {
  const skus = Array.from({ length: SKUS }, (_, index) => `HOSTILE-${index}`);
  const products = skus.map((sku) => ({ sku, name: sku, price: 1000 }));
  await client.good('POST', 'commerce/products/bulk', { records: products });
  const customer = { customer_number: 'victim', group_id: 1 };
  const { id: customerId } = await client.good('POST', 'commerce/customers', { customer });
  const crowdedSku = skus.at(-1) ?? '';
  const records = Array.from({ length: CROWDED_ROWS }, (_, index) => ({
    sku: crowdedSku,
    customer_id: customerId,
    qty: index + 1,
    value: 900 - index / 10,
  }));
  await client.good('POST', 'pricing/customerprice/bulk', { records });
  const document = { name: 'Open to all', is_public: 1 };
  const { id: publicDocumentId } = await client.good('POST', 'customerdocuments', { document });
  const documentFile = { name: 'open.txt', base64_encoded_data: Buffer.from('Open to all.\n').toString('base64') };
  await client.good('PUT', `customerdocuments/${publicDocumentId}/file`, { documentFile });
  return { customerId, crowdedSku, skus: skus.slice(0, -1), publicDocumentId };
};

/** Runs one attack while a victim uses the server. Returns a description of the result. */
const endured = async (
  server: ServerProcess,
  attack: string,
  target: Target,
  forMs: number,
  kind: 'sqlite' | 'mysql',
  bearable: Bearable,
): Promise<string> => {
  const victim = new Victim(new Client(server.url, target.token), target);
  const living = victim.live();
  let highest = 0;
  const watch = setInterval(() => (highest = Math.max(highest, residentBytes(server.child.pid ?? 0))), 200);
  const statuses = await attackFrom(attack, target, forMs).finally(() => {
    clearInterval(watch);
    victim.stop();
  });
  await living;
  const { waits, refusals } = victim;
  const worst = (of: Wait['kind']): number =>
    Math.round(Math.max(...waits.filter((wait) => wait.kind === of).map(({ ms }) => ms)));
  const said =
    `${attack}: worst price ${worst('price')}, sign-in ${worst('sign-in')}, write ${worst('write')} ms; ` +
    `${Math.round(highest / MIB)} MB; the attacker's answers ${JSON.stringify(statuses)}`;
  if (process.env['CAMPAIGN_SEED'] !== undefined) process.stdout.write(`${said}\n`);
  mustHold(refusals.size === 0, `${[...refusals].join(', ')}; ${said}`);
  mustHold(Math.max(worst('price'), worst('sign-in')) < bearable.answerMs, said);
  mustHold(worst('write') < bearable.writeMs[kind], said);
  mustHold(highest < bearable.residentBytes, said);
  mustHold(statuses['500'] === undefined, said);
  return said;
};

/**
 * Runs every known attack that was once able to stop a server, one after the other, from a separate address, for this
 * many seconds each. With `every`, only one in so many attacks. Other callers that request prices, sign in or write
 * must hardly notice.
 */
export const hostileOn =
  (bearable: Bearable, every: Readonly<Record<'sqlite' | 'mysql', number>> = { sqlite: 1, mysql: 1 }) =>
  async ({ database, rounds }: Ground): Promise<string> => {
    const { settings, kind } = database;
    const create = ['integration', 'create', '--name', 'campaign', '--resource', 'Kontor::all'];
    const token = (await runCommand(settings, ...create)).trim();
    const server = await startProcess('src/main', {
      ...settings,
      ADMIN_USERNAME: 'victim',
      ADMIN_PASSWORD: PASSWORD,
    });
    try {
      const target = { url: server.url, token, ...(await stocked(new Client(server.url, token))) };
      const output: string[] = [];
      const broken: string[] = [];
      const attacks = ATTACKS.filter((_, index) => index % every[kind] === 0);
      for (const { name } of attacks) {
        try {
          output.push(await endured(server, name, target, rounds * 1000, kind, bearable));
        } catch (error) {
          if (!(error instanceof RuleBroken)) throw error;
          broken.push(`${name}: ${error.message}`);
        }
      }
      mustHold(broken.length === 0, broken.join('\n'));
      return `${attacks.length} attacks of ${rounds} s\n  ${output.join('\n  ')}`;
    } finally {
      await server.kill('SIGKILL');
    }
  };
