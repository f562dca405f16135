import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { KontorProcess } from '../support/process.js';
import { type Blow, DayChecks, SCRAPED_MS } from './day-checks.js';
import { DayGround, type Server } from './day-ground.js';
import { DayLoad } from './day-load.js';
import type { Random } from './random.js';
import { mustHold } from './shop.js';

const ROOT = join(__dirname, '..', '..');
/**
 * Time until the nodes agree that one of them has failed, and until their balancer, the servers and the servers'
 * balancer have noticed.
 */
const NODE_GONE_MS = 9_000;
const lastBuild = (): string =>
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'last-release.mjs')], { encoding: 'utf8' }).trim();

/**
 * A merchant's day in as many seconds. Under load, two servers of the previous build are upgraded one after the other,
 * one is killed, the database's writing node is killed, the scanner is stopped, both are restarted, and the receivers
 * of events and traces are unavailable for some time. Nothing confirmed is lost or undelivered, no price is outdated,
 * and the dashboard shows what the callers have counted.
 */
export const day = async (random: Random, seconds: number): Promise<string> => {
  const old = lastBuild();
  const ground = await DayGround.open();
  try {
    return await new Day(ground, random, seconds, old).run();
  } finally {
    await ground.end();
  }
};

class Day {
  private readonly blows: Blow[] = [];
  private load!: DayLoad;

  constructor(
    private readonly ground: DayGround,
    private readonly random: Random,
    private readonly seconds: number,
    private readonly old: string,
  ) {}

  async run(): Promise<string> {
    const { servers, receiver, galera, clamd } = this.ground;
    const [first, second] = servers;
    await this.ground.start(first, this.old);
    await this.ground.start(second, this.old);
    this.load = new DayLoad(this.ground.balancer.url, this.random, await this.integration());
    const { load } = this;
    await delay(3_000);
    await load.stock();
    const loadBegan = Date.now();
    const at = async (share: number): Promise<void> => {
      const wait = loadBegan + share * this.seconds * 1000 - Date.now();
      if (wait > 0) await delay(wait);
    };
    load.begin();

    await at(0.05);
    await this.upgrade(first);
    await this.upgrade(second);
    // From now on, there are audit entries, events and metrics. The previous build may not support them.
    load.isScanned = true;
    const trailFrom = this.hasTrail() ? loadBegan : Date.now();
    const { id: webhookId } = await load.must('POST', 'webhooks', {
      webhook: {
        url: receiver.url,
        events: ['customerPrice.updated', 'product.created', 'document.created', 'passport.published', 'job.done'],
      },
    });
    receiver.secret = await load.must('POST', `webhooks/${webhookId}/rotate`);
    const eventsFrom = Date.now();
    await delay(SCRAPED_MS * 2);
    const figuresFrom = Date.now();

    await at(0.3);
    await this.blow('a server is killed', 'server', 0, async () => {
      await this.ground.stop(first, 'SIGKILL');
    });
    await delay(3_000);
    await this.ground.start(first);

    await at(0.45);
    const [writing] = galera.nodes;
    await this.blow('the writing node of the database is killed', 'database', NODE_GONE_MS, async () => {
      await writing?.kill();
    });
    await delay(15_000);
    // When the node is back, the balancer routes all connections to it and cuts those to other nodes.
    await this.blow('the writing node comes back', 'database', NODE_GONE_MS, async () => {
      await writing?.startAgain();
    });

    await at(0.6);
    await clamd.kill();
    this.tell('the scanner is away');
    await delay(this.seconds * 40);
    await clamd.begin();

    await at(0.7);
    await this.upgrade(first);
    await this.upgrade(second);

    await at(0.85);
    await receiver.stop();
    this.tell('the receiver of webhooks is away');
    await delay(this.seconds * 20);
    await receiver.start();

    await at(1);
    await load.end();
    const figuresUntil = Date.now();
    await delay(SCRAPED_MS);

    const checks = new DayChecks(this.ground, load, this.random, this.blows);
    const said = [
      checks.quotesAndFaults(),
      await checks.figures(figuresFrom, figuresUntil),
      await checks.nothingLost(),
      await checks.eventsReported(eventsFrom),
      await checks.spansCollected(eventsFrom),
    ];
    for (const server of servers) {
      const exit = await this.ground.stop(server, 'SIGTERM');
      mustHold(exit.code === 0, `server ${server.index} ended with ${exit.code ?? exit.signal}`);
    }
    said.push(await checks.trailKept(trailFrom));
    return said.join('\n  ');
  }

  private tell(text: string): void {
    process.stdout.write(`${new Date().toISOString()}: ${text}\n`);
  }

  /** Created with the CLI of the previous build. */
  private async integration(): Promise<string> {
    const args = ['integration', 'create', '--name', 'day', '--resource', 'Kontor::all'];
    const [{ settings }] = this.ground.servers;
    const child = KontorProcess.start('cli/kontor', settings, { args, build: this.old });
    const { code } = await child.exited;
    if (code !== 0) throw new Error(child.stderr);
    return child.stdout.trim();
  }

  private hasTrail(): boolean {
    return existsSync(join(this.old, 'src', 'audit'));
  }

  private async upgrade(server: Server): Promise<void> {
    this.tell(`server ${server.index} is replaced`);
    const exit = await this.ground.stop(server, 'SIGTERM');
    mustHold(exit.code === 0, `server ${server.index} ended with ${exit.code ?? exit.signal}`);
    await this.ground.start(server);
    this.tell(`server ${server.index} is ready`);
  }

  private async blow(name: string, hits: Blow['hits'], forMs: number, strike: () => Promise<void>): Promise<void> {
    this.tell(name);
    const from = Date.now();
    await strike();
    const done = Date.now();
    this.blows.push({ name, hits, from, done, until: done + forMs });
  }
}
