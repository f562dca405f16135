import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { chunks, Database, inList } from '../../../../../libs/database/index.js';
import type { JsonObject } from '../../../passport/domain/index.js';
import { SharedBodies } from '../../ports/passport-versions.js';

/** Total size of cached bodies, in characters. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;
const MANY = 500;

const TABLE = 'passport_part';

interface BodyRow {
  readonly id: number;
  readonly body: string;
}

/** Plain SQL: inserts unless the digest exists, in one statement. Bodies are not records. */
@Injectable()
export class SqlSharedBodies extends SharedBodies {
  private readonly kept = new LRUCache<number, JsonObject>({ maxSize: KEPT_CHARACTERS });

  constructor(private readonly database: Database) {
    super();
    // IDs can refer to other bodies in another database.
    database.onMoved(() => this.kept.clear());
  }

  async store(texts: readonly string[]): Promise<readonly number[]> {
    const digests = texts.map((text) => hash('sha256', text, 'base64url'));
    const known = await this.idsOf(digests);
    const { dialect } = this.database;
    const insert = dialect.upsert(TABLE, ['digest', 'body'], ['digest'], []);
    // Sorted, so that two writers of the same bodies do not deadlock.
    const missing = new Map(
      digests
        .map((digest, index) => [digest, texts[index] ?? ''] as const)
        .filter(([digest]) => !known.has(digest))
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    for (const [digest, text] of missing) await this.database.run(insert, [digest, text]);
    const ids = missing.size === 0 ? known : await this.idsOf(digests);
    return digests.map((digest) => {
      const id = ids.get(digest);
      if (id === undefined) throw new Error('a body that was stored is not there');
      return id;
    });
  }

  async read(ids: readonly number[]): Promise<ReadonlyMap<number, JsonObject>> {
    const found = new Map<number, JsonObject>();
    const missing: number[] = [];
    for (const id of new Set(ids)) {
      const body = this.kept.get(id);
      if (body) found.set(id, body);
      else missing.push(id);
    }
    for (const part of chunks(missing, MANY)) {
      const { text, params } = inList('id', part);
      for (const { id, body } of await this.database.query<BodyRow>(
        `SELECT id, body FROM ${TABLE} WHERE ${text}`,
        params,
      )) {
        const object = JSON.parse(body) as JsonObject;
        this.kept.set(id, object, { size: Math.max(1, body.length) });
        found.set(id, object);
      }
    }
    if (found.size < new Set(ids).size) throw new Error('a part of a passport is not there');
    return found;
  }

  /** The lock waits for concurrent inserts of the same body, so the result is final. */
  private async idsOf(digests: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const part of chunks([...new Set(digests)], MANY)) {
      const { text, params } = inList('digest', part);
      const rows = await this.database.query<{ id: number; digest: string }>(
        `SELECT id, digest FROM ${TABLE} WHERE ${text}`,
        params,
      );
      for (const { id, digest } of rows) found.set(digest, id);
    }
    return found;
  }
}
