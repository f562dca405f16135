import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { chunks, Database, inList } from '../../../../../libs/database/index.js';
import type { JsonObject } from '../../../passport/domain/index.js';
import { type Difference, differenceOf, withDifference } from '../../domain/difference.js';
import { type SharedBody, SharedBodies } from '../../ports/passport-versions.js';

/** Total size of cached bodies, in characters. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;
const MANY = 500;

const TABLE = 'passport_part';
/**
 * Member of a body that is stored as its difference from the body with this ID. Parts and content never have a member
 * with this name.
 */
const LIKE = '@like';

const digestOf = (text: string): string => hash('sha256', text, 'base64url');

/** A body as its difference from another one, if that is much shorter and restores the same bytes. */
const shorter = (text: string, like: string, id: number): string => {
  const before = JSON.parse(like) as JsonObject;
  const differs = differenceOf(before, JSON.parse(text) as JsonObject);
  const short = JSON.stringify({ [LIKE]: id, differs });
  if (short.length * 2 > text.length) return text;
  return JSON.stringify(withDifference(before, differs)) === text ? short : text;
};

interface BodyRow {
  readonly id: number;
  readonly body: string;
}

/** Plain SQL: one statement inserts a body unless its digest exists. Bodies are not records. */
@Injectable()
export class SqlSharedBodies extends SharedBodies {
  private readonly kept = new LRUCache<number, JsonObject>({ maxSize: KEPT_CHARACTERS });

  constructor(private readonly database: Database) {
    super();
    // After a switch to another database, the same IDs can belong to other bodies.
    database.onMoved(() => this.kept.clear());
  }

  async store(bodies: readonly SharedBody[]): Promise<readonly number[]> {
    const texts = bodies.map(({ text }) => text);
    const digests = texts.map(digestOf);
    const known = await this.idsOf(digests);
    const likes = new Set(
      bodies.flatMap(({ like }, index) => (like === undefined || known.has(digests[index] ?? '') ? [] : [like])),
    );
    const likeIds = likes.size === 0 ? [] : await this.store([...likes].map((text) => ({ text })));
    const idOfLike = new Map([...likes].map((text, index) => [text, likeIds[index] ?? 0]));
    const stored = bodies.map(({ text, like }) => {
      const id = like === undefined ? undefined : idOfLike.get(like);
      return like === undefined || id === undefined || like === text ? text : shorter(text, like, id);
    });
    const { dialect } = this.database;
    const insert = dialect.upsert(TABLE, ['digest', 'body'], ['digest'], []);
    // Sorted, so that two writers of the same bodies do not deadlock.
    const missing = new Map(
      digests
        .map((digest, index) => [digest, stored[index] ?? ''] as const)
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
        const sent = JSON.parse(body) as JsonObject;
        const object = await this.whole(sent);
        const size = object === sent ? body.length : JSON.stringify(object).length;
        this.kept.set(id, object, { size: Math.max(1, size) });
        found.set(id, object);
      }
    }
    if (found.size < new Set(ids).size) throw new Error('a part of a passport is not there');
    return found;
  }

  /** Restores a body that is stored as a difference. */
  private async whole(body: JsonObject): Promise<JsonObject> {
    const like = body[LIKE];
    if (typeof like !== 'number') return body;
    return withDifference((await this.read([like])).get(like) ?? {}, body['differs'] as Difference) as JsonObject;
  }

  /** The read locks the rows and waits for concurrent inserts of the same body, so the result is final. */
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
