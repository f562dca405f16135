import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Transactions } from '../../../../libs/kernel/index.js';
import { Database } from '../../../../libs/database/index.js';
import type { StoredProof, StoredSession } from '../../domain/session.js';
import { SessionStore } from '../../ports/session-store.js';

interface ProofRow {
  readonly digest: string;
  readonly admin_id: number;
  readonly token_version: number;
  readonly ends_at: string;
}

interface SessionRow extends ProofRow {
  readonly unused_ends_at: string;
  readonly by_provider: number | null;
}

const proofOf = (row: ProofRow): StoredProof => ({
  digest: row.digest,
  adminId: row.admin_id,
  tokenVersion: row.token_version,
  endsAt: new Date(row.ends_at),
});

/** Uses plain SQL, because each request of the page reads its session, and a link is used up by deleting its row. */
@Injectable()
export class SqlSessionStore extends SessionStore implements OnModuleDestroy {
  /** Runs work outside of the request and its transaction. */
  private readonly apart = AsyncLocalStorage.snapshot();
  private readonly storing = new Set<Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.storing);
  }

  async session(digest: string): Promise<StoredSession | undefined> {
    const row = await this.database.queryOne<SessionRow>(
      'SELECT digest, admin_id, token_version, ends_at, unused_ends_at, by_provider FROM desk_session WHERE digest = ?',
      [digest],
    );
    return row && { ...proofOf(row), unusedEndsAt: new Date(row.unused_ends_at), isByProvider: row.by_provider === 1 };
  }

  async keepSession(session: StoredSession): Promise<void> {
    const { digest, adminId, tokenVersion, endsAt, unusedEndsAt, isByProvider } = session;
    await this.database.run(
      'INSERT INTO desk_session (digest, admin_id, token_version, ends_at, unused_ends_at, by_provider) ' +
        'VALUES (?, ?, ?, ?, ?, ?)',
      [digest, adminId, tokenVersion, endsAt, unusedEndsAt, isByProvider ? 1 : null],
    );
  }

  noteUse(digest: string, unusedEndsAt: Date): void {
    const update = 'UPDATE desk_session SET unused_ends_at = ? WHERE digest = ?';
    const stored = this.apart(() => this.transactions.write(() => this.database.run(update, [unusedEndsAt, digest])))
      // The session then ends earlier, and the next request tries again.
      .catch(() => undefined)
      .finally(() => this.storing.delete(stored));
    this.storing.add(stored);
  }

  async endSession(digest: string): Promise<void> {
    await this.database.run('DELETE FROM desk_session WHERE digest = ?', [digest]);
  }

  async keepLink({ digest, adminId, tokenVersion, endsAt }: StoredProof): Promise<void> {
    await this.database.run(
      'INSERT INTO desk_sign_in_link (digest, admin_id, token_version, ends_at) VALUES (?, ?, ?, ?)',
      [digest, adminId, tokenVersion, endsAt],
    );
  }

  async takeLink(digest: string): Promise<StoredProof | undefined> {
    const row = await this.database.queryOne<ProofRow>(
      'SELECT digest, admin_id, token_version, ends_at FROM desk_sign_in_link WHERE digest = ?',
      [digest],
    );
    const { affected } = await this.database.run('DELETE FROM desk_sign_in_link WHERE digest = ?', [digest]);
    // If two requests read the row, only the one that deletes it gets the link.
    return affected === 1 && row ? proofOf(row) : undefined;
  }

  async prune(before: Date): Promise<void> {
    await this.database.run('DELETE FROM desk_session WHERE unused_ends_at < ?', [before]);
    await this.database.run('DELETE FROM desk_sign_in_link WHERE ends_at < ?', [before]);
  }
}
