import { setTimeout as delay } from 'node:timers/promises';
import { currentDeadline, Deadline, DeadlinePassed, patience, Unavailable, withDeadline } from '../kernel/index.js';
import type { Connection, Connections } from './connection.js';
import { isLost, isRepeatable } from './driver-errors.js';
import { readAgain } from './repeats.js';

/** How long an unresponsive replica is skipped. */
const SKIPPED_MS = 2_000;
/**
 * Time limit of a replica's response if there is no deadline. Otherwise the limit is half of the remaining time, which
 * leaves the rest for the primary.
 */
const ANSWERED_MS = 5_000;
const OPENED_MS = 1_000;

const VERSION = 'SELECT version FROM change_version WHERE id = 1';
/** Identifies a version by its content, because its number cannot distinguish diverged histories. */
const ENTRY = 'SELECT at, scope, scope_id, product_id FROM change_log WHERE version = ? AND position = 1';

/** The replica does not have the requested version yet. This is not a failure. */
class Behind extends Error {}

/** Connections that can be closed immediately. */
interface LeftConnections extends Connections {
  leave(): void;
}

type Opening = () => Promise<LeftConnections>;

/** A replica; connects on first use. */
class Replica {
  private opened: Promise<LeftConnections> | undefined;
  private passedOverUntil = 0;

  constructor(private readonly opening: Opening) {}

  get isAsked(): boolean {
    return performance.now() >= this.passedOverUntil;
  }

  passOver(): void {
    this.passedOverUntil = performance.now() + SKIPPED_MS;
  }

  /** Throws `Unavailable` if connecting takes too long; the attempt continues in the background. */
  async connections(): Promise<Connections> {
    const opened = (this.opened ??= this.opening());
    opened.catch(() => {
      if (this.opened === opened) this.opened = undefined;
    });
    const late = new AbortController();
    const waited = delay(patience(OPENED_MS), undefined, late).catch(() => undefined);
    try {
      const connections = await Promise.race([opened, waited]);
      if (!connections) throw new Unavailable(1);
      return connections;
    } finally {
      late.abort();
    }
  }

  /** Closes the connections, ignores late responses and reconnects on next use. */
  leave(): void {
    const { opened } = this;
    this.opened = undefined;
    opened?.then((connections) => connections.leave()).catch(() => undefined);
  }

  async close(): Promise<void> {
    const connections = await this.opened?.catch(() => undefined);
    await connections?.close();
  }
}

/**
 * Servers that follow the primary with a delay. A snapshot of a replica is used if, according to its change-log
 * version, it contains everything that the primary had at the start of the request (operations.md, "Replicas for
 * prices").
 */
export class Replicas {
  private readonly all: readonly Replica[];
  private first = 0;

  constructor(
    private readonly primary: Connections,
    openings: readonly Opening[],
  ) {
    this.all = openings.map((opening) => new Replica(opening));
    // Versions verified against the old primary do not apply to the new one.
    primary.onMoved(() => {
      for (const replica of this.all) replica.leave();
    });
  }

  /**
   * Runs `work` in a snapshot of a replica that has this version of the primary. Replicas take turns. Returns
   * undefined if no replica has it; then use the primary. Errors of `work` are thrown.
   */
  async snapshot<T>(
    atLeast: number,
    work: (connection: Connection) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    this.first = (this.first + 1) % this.all.length;
    const rotated = [...this.all.slice(this.first), ...this.all.slice(0, this.first)];
    for (const replica of rotated) {
      if (!replica.isAsked) continue;
      let isShown = false;
      const shown = (connection: Connection): Promise<T> => {
        isShown = true;
        return work(connection);
      };
      try {
        return { result: await inHalfTheTime(() => this.shown(replica, atLeast, shown)) };
      } catch (error) {
        if (isShown && !isAway(error)) throw error;
        // Its tables may be missing, or the login may fail.
        if (!(error instanceof Behind)) replica.passOver();
        currentDeadline()?.mustRemain();
      }
    }
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  private async shown<T>(replica: Replica, atLeast: number, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connections = await replica.connections();
    if (connections.dialect.mariadb !== this.primary.dialect.mariadb) throw new Behind();
    return connections.snapshot(async (connection) => {
      const [row] = (await connection.query(VERSION, [])) as readonly { readonly version: number }[];
      const version = row?.version ?? -1;
      if (version < atLeast) throw new Behind();
      const [own, theirs] = await Promise.all([
        connection.query(ENTRY, [version]),
        readAgain(() => this.primary.readAside(ENTRY, [version])),
      ]);
      // The entries must be equal. If both servers have already deleted it, nothing was written for days.
      const isSame = JSON.stringify(own) === JSON.stringify(theirs) && (own.length > 0 || version === atLeast);
      if (!isSame) throw new Behind();
      return work(connection);
    });
  }
}

const isAway = (error: unknown): boolean =>
  isLost(error) || isRepeatable(error) || error instanceof Unavailable || error instanceof DeadlinePassed;

/** Limits the replica to half of the remaining time; the rest is for the primary. */
const inHalfTheTime = <T>(work: () => Promise<T>): Promise<T> => {
  const deadline = currentDeadline();
  const limitMs = deadline ? deadline.remainingMs / 2 : ANSWERED_MS;
  return withDeadline(new Deadline(deadline?.kind ?? 'quote', limitMs), work);
};
