import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Criteria, Filter, Page } from '../../../../../libs/kernel/index.js';
import { Database } from '../../../../../libs/database/index.js';
import { type Records, RecordStore } from '../../../../../libs/records/index.js';
import type { Actor } from '../../../passport/domain/index.js';
import type { Grant, GrantedPassports, GrantScope } from '../../domain/grant.js';
import { grantResource, type StoredGrantRow } from '../../grant.record.js';
import { Grants } from '../../ports/grants.js';

const ENDED_AT_ONCE = 200;

/** This column only contains values of `Actor`. */
const actorOf = (kind: string, id: number | null): Actor => ({ kind: kind as Actor['kind'], id });

const grantOf = (row: StoredGrantRow): Grant => ({
  id: row.id,
  audience: row.audience,
  scope: row.scope as GrantScope,
  for: JSON.parse(row.granted) as GrantedPassports,
  points: row.points === null ? null : (JSON.parse(row.points) as readonly string[]),
  to: {
    name: row.toName,
    email: row.toEmail,
    operator: row.toOperatorId === null ? null : { scheme: row.toOperatorScheme ?? '', id: row.toOperatorId },
    onBehalfOf: row.toOnBehalfOf,
  },
  purpose: row.purpose,
  until: row.until,
  suspendedAt: row.suspendedAt,
  revokedAt: row.revokedAt,
  revokedBy: row.revokedByKind === null ? null : actorOf(row.revokedByKind, row.revokedById),
  createdAt: row.createdAt,
  madeBy: actorOf(row.madeByKind, row.madeById),
});

/** A plain SHA-256 is enough, because a token is too long to guess. */
const digestOf = (token: string): string => hash('sha256', token, 'base64url');

@Injectable()
export class RecordsGrants extends Grants {
  private readonly rows: Records<StoredGrantRow>;

  readonly byToken: (token: string) => Promise<Grant | undefined>;

  constructor(store: RecordStore, database: Database) {
    super();
    this.rows = store.recordsOf(grantResource);
    const byDigest = database.batched((digests: readonly string[]) => this.byDigests(digests));
    this.byToken = (token) => byDigest(digestOf(token));
  }

  async add(grant: Omit<Grant, 'id'>): Promise<{ readonly id: number; readonly token: string }> {
    const { for: granted, points, to, madeBy, revokedBy, ...rest } = grant;
    const token = randomBytes(32).toString('base64url');
    const [id = 0] = await this.rows.insert([
      {
        ...rest,
        id: 0,
        granted: JSON.stringify(granted),
        points: points === null ? null : JSON.stringify(points),
        toName: to.name,
        toEmail: to.email,
        toOperatorScheme: to.operator?.scheme ?? null,
        toOperatorId: to.operator?.id ?? null,
        toOnBehalfOf: to.onBehalfOf,
        tokenDigest: digestOf(token),
        madeByKind: madeBy.kind,
        madeById: madeBy.id,
        revokedByKind: revokedBy?.kind ?? null,
        revokedById: revokedBy?.id ?? null,
      },
    ]);
    return { id, token };
  }

  async byId(id: number): Promise<Grant | undefined> {
    const row = (await this.rows.byIds([id])).get(id);
    return row && grantOf(row);
  }

  async search(criteria: Criteria): Promise<Page<Grant>> {
    const { items, total } = await this.rows.search(criteria);
    return { items: items.map(grantOf), total };
  }

  async revoke(id: number, at: Date, { kind, id: by }: Actor): Promise<void> {
    const row = (await this.rows.byIds([id])).get(id);
    if (row && row.revokedAt === null)
      await this.rows.update([{ ...row, revokedAt: at, revokedByKind: kind, revokedById: by }]);
  }

  async change(id: number, change: Partial<Pick<Grant, 'suspendedAt' | 'until'>>): Promise<void> {
    const row = (await this.rows.byIds([id])).get(id);
    if (row) await this.rows.update([{ ...row, ...change }]);
  }

  async revokeOf(
    { scheme, id: operator }: NonNullable<Grant['to']['operator']>,
    at: Date,
    { kind, id: by }: Actor,
  ): Promise<number> {
    const filters: readonly Filter[] = [
      { property: 'toOperatorId', condition: 'eq', values: [operator] },
      { property: 'toOperatorScheme', condition: 'eq', values: [scheme] },
      { property: 'revokedAt', condition: 'null', values: [] },
    ];
    for (let ended = 0; ;) {
      // Revoked grants no longer match, so each round finds the remaining ones.
      const groups = filters.map((filter) => [filter]);
      const { items } = await this.rows.search({ groups, sort: [], page: 1, pageSize: ENDED_AT_ONCE, uncounted: true });
      if (items.length === 0) return ended;
      await this.rows.update(items.map((row) => ({ ...row, revokedAt: at, revokedByKind: kind, revokedById: by })));
      ended += items.length;
    }
  }

  private async byDigests(tokenDigests: readonly string[]): Promise<ReadonlyMap<string, Grant>> {
    const [key] = grantResource.unique;
    const rows = key
      ? await this.rows.byKey(
          key,
          tokenDigests.map((tokenDigest) => ({ tokenDigest })),
        )
      : [];
    return new Map(rows.flatMap((row) => (row ? [[row.tokenDigest, grantOf(row)] as const] : [])));
  }
}
