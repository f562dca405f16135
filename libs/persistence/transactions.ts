import { Transactions, Unavailable } from '../kernel/index.js';
import { CommitUncertain, type Connections, delay } from './connection.js';
import { isLost, isRepeatable } from './driver-errors.js';
import { type Ambient, SnapshotScope, WriteScope } from './scope.js';

/** How often a use case is repeated after a deadlock and the like (pricing.md §5). */
const REPEATS_MAX = 5;

/** What stands at the end of each write transaction; met by the change log. */
export interface LastStep {
  /** Writes what the scope has collected. Nothing else is locked or waited for after it. */
  beforeCommit(scope: WriteScope): Promise<number | undefined>;
  afterCommit(version: number | undefined): void;
}

export class TypeOrmTransactions extends Transactions {
  constructor(
    private readonly connections: Connections,
    private readonly ambient: Ambient,
    private readonly lastStep: LastStep,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  async write<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.ambient.getStore();
    if (outer?.kind === 'write') return outer.nested(work);
    if (outer) throw new Error('a snapshot only reads: write stands inside of it');
    return this.repeated(() => this.once(work));
  }

  async snapshot<T>(work: () => Promise<T>): Promise<T> {
    if (this.ambient.getStore()) return work();
    return this.repeated(() =>
      this.connections.snapshot(async (connection) => {
        const scope = new SnapshotScope(connection);
        try {
          return await this.ambient.run(scope, work);
        } finally {
          scope.end();
        }
      }),
    );
  }

  private async once<T>(work: () => Promise<T>): Promise<T> {
    let version: number | undefined;
    let afterCommit: readonly (() => Promise<void>)[] = [];
    const result = await this.connections.write(async (connection) => {
      const scope = new WriteScope(connection, this.ambient);
      try {
        const done = await this.ambient.run(scope, work);
        scope.mustBeWhole();
        version = await this.lastStep.beforeCommit(scope);
        ({ afterCommit } = scope);
        return done;
      } catch (error) {
        // What broke the transaction, not what the use case made of it.
        scope.mustBeWhole();
        throw error;
      } finally {
        scope.end();
      }
    });
    this.lastStep.afterCommit(version);
    // Stored is stored: what fails behind it tells of that by itself.
    await Promise.allSettled(afterCommit.map((work) => work()));
    return result;
  }

  /**
   * Repeats after deadlocks and the like, with jitter so that two don't meet again. A connection that was lost before
   * COMMIT has stored nothing, so once it is worth another try; lost during COMMIT it isn't tried, nobody knows.
   */
  private async repeated<T>(run: () => Promise<T>): Promise<T> {
    let lost = 0;
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await run();
      } catch (error) {
        if (error instanceof CommitUncertain) throw new Unavailable(1, { cause: error });
        if (isLost(error)) lost += 1;
        else if (!isRepeatable(error)) throw error;
        if (lost > 1 || repeats >= REPEATS_MAX) throw new Unavailable(1, { cause: error });
        await delay(Math.random() * 20 * 2 ** repeats);
      }
    }
  }
}
