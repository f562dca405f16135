import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCli } from '../support/process.js';
import type { DayGround } from './day-ground.js';
import { type Change, DayLoad, stepOf } from './day-load.js';
import type { Random } from './random.js';
import { mustHold } from './shop.js';

const ROOT = join(__dirname, '..', '..');
/** Time limit until all events are delivered, files scanned and spans collected. */
const SETTLED_MS = 240_000;
const LOOK_MS = 500;
/** Prometheus scrapes every second. */
export const SCRAPED_MS = 3_000;
/** A process collects spans for up to this time before it sends them. If it is killed, these spans are lost. */
const SPANS_HELD_MS = 8_000;
/** The connection broke, or no server responded, or none responded in time. */
const AWAY: readonly number[] = [0, 502, 503, 504];

/** A disturbance: its target and time. Requests in progress at the target are lost. */
export interface Blow {
  readonly name: string;
  readonly from: number;
  /** Time of the disturbance. A price requested later was not in progress. */
  readonly done: number;
  /** Time until which other calls may fail. */
  readonly until: number;
  readonly hits: 'server' | 'database';
}

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

const expressions = (): readonly string[] =>
  (
    JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/kontor.json'), 'utf8')) as { panels: readonly Panel[] }
  ).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Resolves when nothing is missing anymore, or fails with a description of what is missing. */
const settled = async (missing: () => Promise<string | undefined> | string | undefined): Promise<void> => {
  for (const until = Date.now() + SETTLED_MS; ; await delay(LOOK_MS)) {
    const lost = await missing();
    if (lost === undefined) return;
    mustHold(Date.now() < until, lost);
  }
};

/** Checks at the end of a day. Each returns a description of what it found. */
export class DayChecks {
  constructor(
    private readonly ground: DayGround,
    private readonly load: DayLoad,
    private readonly random: Random,
    private readonly blows: readonly Blow[],
  ) {}

  /** No calls failed except those in progress at a disturbed target, and no response was outdated. */
  quotesAndFaults(): string {
    const { asked, broken } = this.load;
    mustHold(broken.length === 0, `${broken.length} broken rules:\n${broken.slice(0, 20).join('\n')}`);
    const failed = asked.filter(({ problem }) => problem !== '');
    const isExcused = ({ what, began, ended, status }: (typeof failed)[number]): boolean =>
      AWAY.includes(status) &&
      this.blows.some(({ hits, from, done, until }) => {
        // If the database was disturbed, the client repeats its price request.
        if (what === 'quote') return hits === 'server' && began <= done && ended >= from;
        return began <= until && ended >= from;
      });
    const unexcused = failed.filter((one) => !isExcused(one));
    const since = (ms: number): string => new Date(ms).toISOString();
    const list = unexcused
      .slice(0, 20)
      .map(({ began, ended, problem }) => `${since(began)} to ${since(ended)}: ${problem}`);
    mustHold(unexcused.length === 0, `${unexcused.length} calls failed and weren't hit:\n${list.join('\n')}`);
    const quotes = asked.filter(({ what }) => what === 'quote');
    const waits = quotes.map(({ began, ended }) => ended - began).toSorted((one, other) => one - other);
    const wait = (share: number): number => waits[Math.floor((waits.length - 1) * share)] ?? 0;
    const hit = this.blows.map(({ name, from, until }) => {
      const during = failed.filter(({ began, ended }) => began <= until && ended >= from);
      const late = during.filter(({ began }) => began > from).length;
      return `${name}: ${during.length} failed (${during.filter(({ what }) => what === 'quote').length} quotes; ${late} began after it)`;
    });
    return (
      `${asked.length} calls, ${quotes.length} of them quotes (p50 ${wait(0.5)}, p99 ${wait(0.99)} ms), 0 stale, ` +
      `${failed.length} failed, all of them at what was hit, while it was: ${hit.join('; ')}`
    );
  }

  /** Everything confirmed is stored, at each server. Each file is scanned, and no infected file can be downloaded. */
  async nothingLost(): Promise<string> {
    const { load, ground } = this;
    const rows = [...load.rows, ...load.bulkRows];
    for (const { port } of ground.servers) {
      const direct = new DayLoad(`http://127.0.0.1:${port}`, this.random, load.integrationToken);
      for (const { id, sku, answered, tried } of rows) {
        const step = stepOf((await direct.must('GET', `pricing/customerprice/${id}`)).value);
        mustHold(step >= answered && step <= tried, `${sku} stands at ${step}: answered ${answered}, tried ${tried}`);
      }
      for (const { sku } of load.published)
        mustHold((await direct.must('GET', `dpp/passport/${sku}`))?.sku === sku, `the passport of ${sku} is lost`);
    }
    for (const { uuid } of load.later)
      await settled(async () => {
        const { operations_list: list } = await load.must('GET', `bulk/${uuid}/status`);
        const statuses = (list as readonly { readonly status: number }[]).map(({ status }) => status);
        return statuses.every((status) => status === 1) ? undefined : `${uuid} isn't done: ${statuses.join()}`;
      });
    for (const { id, text, isInfected } of load.uploads) {
      await settled(async () => {
        const { file } = await load.must('GET', `customerdocuments/${id}`);
        return file.scan === (isInfected ? 'infected' : 'clean') ? undefined : `the file of ${id} is ${file.scan}`;
      });
      const question = { what: 'read', expected: [isInfected ? 409 : 200] } as const;
      const { isGood, json, status } = await load.ask('GET', `customerdocuments/${id}/file/content`, question);
      mustHold(isGood && (isInfected || json === text), `the file of ${id} is answered with ${status}`);
    }
    const infected = load.uploads.filter(({ isInfected }) => isInfected).length;
    return (
      `nothing lost: ${load.changes.length} changes of ${rows.length} prices and of records, ${load.later.length} ` +
      `calls for later, ${load.uploads.length} files (${infected} infected, not given out), ${load.published.length} passports`
    );
  }

  /** Each confirmed change was delivered as an event, and the events of a record in order. */
  async eventsReported(from: number): Promise<string> {
    const { receiver } = this.ground;
    const expected = this.load.changes.filter(({ at }) => at > from);
    const keyOf = (resource: string, id: number, value?: number): string => `${resource} ${id} ${value ?? ''}`;
    const received = (): ReadonlySet<string> =>
      new Set(
        receiver.received.map(({ data }) => {
          const changes = data['changes'] as { readonly value?: readonly [unknown, number] };
          const isPrice = data['resource'] === 'customerPrice';
          return keyOf(String(data['resource']), Number(data['id']), isPrice ? changes.value?.[1] : undefined);
        }),
      );
    await settled(() => {
      const all = received();
      const missing = expected.filter(({ resource, id, value }) => !all.has(keyOf(resource, id, value)));
      return missing.length === 0 ? undefined : `${missing.length} changes weren't told: ${JSON.stringify(missing[0])}`;
    });
    mustHold(receiver.falsified.length === 0, `${receiver.falsified.length} signatures are false`);
    const seen = new Set<string>();
    const last = new Map<string, number>();
    for (const { id, type, data } of receiver.received) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (type !== 'customerPrice.updated') continue;
      const record = String(data['id']);
      const step = stepOf((data['changes'] as { readonly value: readonly [unknown, number] }).value[1]);
      mustHold(
        step > (last.get(record) ?? -1),
        `price ${record} was told as of step ${step} after ${last.get(record)}`,
      );
      last.set(record, step);
    }
    const published = this.load.published.filter(({ at }) => at > from).length;
    const reportedPublished = new Set(
      receiver.received.flatMap(({ id, type }) => (type === 'passport.published' ? [id] : [])),
    ).size;
    mustHold(reportedPublished >= published, `${published} passports were published, and ${reportedPublished} told`);
    return `${seen.size} events told, ${receiver.received.length - seen.size} of them again, none lost, each record's in order`;
  }

  /** Quotes that requested a trace have one, except those whose spans were lost with a killed server. */
  async spansCollected(from: number): Promise<string> {
    const killed = this.blows.filter(({ hits }) => hits === 'server');
    const asked = this.load.traced.filter(
      ({ at }) => at > from && !killed.some((blow) => at > blow.from - SPANS_HELD_MS && at < blow.until + 1_000),
    );
    const { collector } = this.ground;
    await settled(() => {
      const collected = new Set(collector.spans.filter(({ kind }) => kind === 2).map(({ traceId }) => traceId));
      const missing = asked.filter(({ traceId }) => !collected.has(traceId));
      return missing.length === 0 ? undefined : `${missing.length} of ${asked.length} traces weren't collected`;
    });
    return `${asked.length} traces collected`;
  }

  /** Each change is in the audit trail with its author, and the chain of the trail is intact. */
  async trailKept(from: number): Promise<string> {
    const [{ settings }] = this.ground.servers;
    const exported = await runCli(settings, ['audit', 'export']);
    mustHold(exported.code === 0, exported.stderr);
    interface Line {
      readonly resource: string;
      readonly record_id: number;
      readonly caller: string;
      readonly changes: { readonly value?: readonly [number | null, number | null] };
    }
    const callers = new Map<string, string>();
    let lines = 0;
    for (const text of exported.stdout.split('\n')) {
      if (text === '') continue;
      lines += 1;
      const line = JSON.parse(text) as Line;
      const value = line.resource === 'customerPrice' ? line.changes.value?.[1] : undefined;
      callers.set(`${line.resource} ${line.record_id} ${value ?? ''}`, line.caller);
    }
    const changes = this.load.changes.filter(({ at }) => at > from);
    const isMissing = ({ resource, id, value, caller }: Change): boolean =>
      callers.get(`${resource} ${id} ${value ?? ''}`)?.startsWith(`${caller}:`) !== true;
    const missing = changes.filter(isMissing);
    mustHold(missing.length === 0, `${missing.length} changes aren't in the trail: ${JSON.stringify(missing[0])}`);
    const { code, stdout } = await runCli(settings, ['audit', 'verify']);
    mustHold(code === 0, stdout);
    return `${changes.length} changes in the trail with who made them, of ${lines} entries; its chain is whole`;
  }

  /** The dashboard's own queries for this period return what the callers have counted. */
  async figures(from: number, until: number): Promise<string> {
    const { load, ground } = this;
    const at = new Date(until + SCRAPED_MS - 1000);
    const window = Math.ceil((at.getTime() - from) / 1000);
    const totals = async (name: string): Promise<ReadonlyMap<string, number>> => {
      const found = expressions().find((expr) => expr.includes(`rate(${name}{`));
      mustHold(found !== undefined, `no panel tells ${name}`);
      const query = (found ?? '')
        .replaceAll('$instance', '.*')
        .replaceAll('$__rate_interval', `${window}s`)
        .replace(/^60 \* /, '');
      const samples = await ground.prometheus.query(query, at);
      return new Map(samples.map(({ labels, value }) => [Object.values(labels)[0] ?? '', value * window]));
    };
    const within = <T extends { readonly at: number }>(all: readonly T[]): readonly T[] =>
      all.filter((one) => one.at >= from && one.at <= until);
    const answered = load.asked.filter(({ ended, isOfKontor }) => ended >= from && ended <= until && isOfKontor);
    const uploaded = within(load.uploads);
    const bytes = uploaded.reduce((sum, { text }) => sum + text.length, 0);
    const refused = answered.filter(({ what, status }) => what === 'sign-in' && status === 401).length;
    const reported: string[] = [];
    const agree = (name: string, dashboard: number | undefined, counted: number): void => {
      const allowed = Math.max(2, counted * 0.03);
      reported.push(`${name} ${(dashboard ?? 0).toFixed(0)} (counted ${counted})`);
      mustHold(Math.abs((dashboard ?? 0) - counted) <= allowed, `the dashboard tells of ${reported.at(-1)}`);
    };
    const requests = await totals('kontor_requests_total');
    agree(
      'requests',
      [...requests.values()].reduce((sum, one) => sum + one, 0),
      answered.length,
    );
    agree(
      'prices',
      (await totals('kontor_prices_total')).get('priced'),
      answered.reduce((sum, { lines, status }) => sum + (status === 200 ? lines : 0), 0),
    );
    agree(
      'passports',
      [...(await totals('kontor_passports_published_total')).values()][0],
      within(load.published).length,
    );
    agree('bytes of documents in', (await totals('kontor_document_bytes_total')).get('in'), bytes);
    agree('sign-ins refused', (await totals('kontor_security_events_total')).get('sign_in_refused'), refused);
    // Infected files have the same bytes each time, so they are scanned once.
    const clean = uploaded.filter(({ isInfected }) => !isInfected).length;
    agree('clean files', (await totals('kontor_scans_total')).get('clean'), clean);
    return `the dashboard tells of ${reported.join(', ')}`;
  }
}
