import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  addressKey,
  Clock,
  Deadline,
  NOBODY,
  type NotedEvent,
  SecurityEvents,
  withDeadline,
} from '../../../../libs/kernel/index.js';
import { quarterOf } from '../../domain/chain.js';
import type { CountedEvent } from '../../ports/audit-entries.js';
import { SqlAuditEvents } from '../sql/sql-audit-events.js';

/** Interval at which the counts are stored, in milliseconds. */
const STORED_EVERY_MS = 1_000;
/** Maximum number of distinct events per quarter of an hour and process; further ones are counted together. */
const KEYS_MAX = 10_000;
const OPERATION_MAX = 255;
/**
 * Timeout in milliseconds; then the work is retried. A hanging database must not block the connections of requests.
 */
const LIMIT_MS = 5_000;

const OTHERS = { caller: 'others', address: undefined, operation: undefined, subject: undefined } as const;

/** Counts events in memory and stores the counts every second (audit.md, "Events"). */
@Injectable()
export class KeepEvents implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('audit');
  private counted = new Map<string, CountedEvent>();
  /** The distinct events of the current quarter of an hour. */
  private known = new Set<string>();
  private quarter = '';
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly events: SecurityEvents,
    private readonly kept: SqlAuditEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.listen((event) => this.count(event));
    this.timer = setInterval(() => void this.store(), STORED_EVERY_MS).unref();
  }

  /** Called by Nest before the database is closed. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.store();
  }

  /** Stores the counts; failed ones are retried a second later. */
  store(): Promise<void> {
    this.storing = this.storing.then(() => this.storeNow());
    return this.storing;
  }

  private count(event: NotedEvent): void {
    const now = this.clock.now();
    const quarter = quarterOf(now);
    if (quarter !== this.quarter) {
      this.quarter = quarter;
      this.known = new Set();
    }
    const key = keyOf(quarter, event);
    if (!this.known.has(key) && this.known.size >= KEYS_MAX) this.add(quarter, { ...event, ...OTHERS }, now);
    else {
      this.known.add(key);
      this.add(quarter, event, now);
    }
  }

  private add(quarter: string, { event, caller, address, operation, subject }: NotedEvent, now: Date): void {
    const key = keyOf(quarter, { event, caller, address, operation, subject });
    const before = this.counted.get(key);
    this.counted.set(key, {
      quarter,
      event,
      caller,
      address: address ?? null,
      operation: operation?.slice(0, OPERATION_MAX) ?? null,
      subject: subject ?? null,
      count: (before?.count ?? 0) + 1,
      firstAt: before?.firstAt ?? now,
      lastAt: now,
    });
  }

  private async storeNow(): Promise<void> {
    if (this.counted.size === 0) return;
    const events = [...this.counted.values()];
    this.counted = new Map();
    try {
      await withDeadline(new Deadline('write', LIMIT_MS), () => this.kept.add(events));
    } catch (error) {
      this.log.warn({ msg: 'security events could not be stored', err: error });
      for (const event of events) this.putBack(event);
    }
  }

  private putBack(event: CountedEvent): void {
    const key = keyOf(event.quarter, { ...event, address: event.address ?? undefined });
    const since = this.counted.get(key);
    if (since === undefined && this.counted.size >= KEYS_MAX) return;
    const more = since ? { count: event.count + since.count, lastAt: since.lastAt } : {};
    this.counted.set(key, { ...event, ...more });
  }
}

type SubjectOfEvent = Pick<CountedEvent, 'event' | 'caller'> & {
  readonly address: string | undefined;
  readonly operation?: string | null | undefined;
  readonly subject?: string | null | undefined;
};

/** The key of an event: a caller from any address, or an address for anonymous callers. */
const keyOf = (quarter: string, { event, caller, address, operation, subject }: SubjectOfEvent): string =>
  [quarter, event, operation ?? '', subject ?? '', caller === NOBODY ? addressKey(address ?? '') : caller].join('\n');
