import { Injectable } from '@nestjs/common';
import { Clock, CacheManager, type VersionedCache, sizeOf } from '../../../libs/kernel/index.js';
import type { TokenClaims } from '../domain/claims.js';
import { type AccessActor, actorWith } from '../domain/rights.js';
import { type AdminAccount, AdminAccounts, IntegrationAccounts } from '../ports/accounts.js';
import { type CustomerCredential, CustomerCredentials } from '../ports/customer-credentials.js';
import { Secrets, Tokens } from '../ports/secrets.js';

/** The current user of a token, as stored in the database. */
interface Known extends AccessActor {
  readonly kind: 'admin' | 'integration' | 'customer';
  /** The change-log version; undefined without a cache. */
  readonly asOf: number | undefined;
}

/** The parts of an account that determine whether its tokens are valid. Secrets are not cached. */
interface Account {
  readonly id: number;
  readonly isActive: boolean;
  readonly tokenVersion: number;
  readonly resources: readonly string[];
}

const NO_RIGHTS: readonly string[] = [];
const NO_TOKEN_VERSION = 0;

/** Constant second key, because the cache has one value per owner. */
const ONLY = 0;

const known = (kind: Known['kind'], { id, resources }: Account, asOf: number | undefined): Known => ({
  ...actorWith(kind, id, resources),
  kind,
  asOf,
});

const ofCustomer = (found: CustomerCredential | undefined): Account | undefined =>
  found && { id: found.id, isActive: found.isActive, tokenVersion: found.tokenVersion, resources: NO_RIGHTS };

/** Signed tokens have three parts separated by periods; tokens of integrations have none. */
const isSigned = (token: string): boolean => token.includes('.');

/**
 * Identifies the bearer of a token. Revoking, deactivating or restricting an account takes effect immediately
 * (access.md, "Tokens"): accounts are cached and invalidated by the change log, whose version is read for each
 * request. Without a cache, it is one indexed query (pricing.md §5).
 */
@Injectable()
export class Recognise {
  private readonly adminsSeen: VersionedCache<Account>;
  private readonly customersSeen: VersionedCache<Account>;
  private readonly integrationsSeen: VersionedCache<Account>;

  constructor(
    private readonly admins: AdminAccounts,
    private readonly integrations: IntegrationAccounts,
    private readonly customers: CustomerCredentials,
    private readonly tokens: Tokens,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly memory: CacheManager,
  ) {
    const rules = { absence: false, bytes: sizeOf } as const;
    this.adminsSeen = memory.cache<Account>({ ...rules, owners: ['account'] });
    this.customersSeen = memory.cache<Account>({ ...rules, owners: ['account', 'customer'] });
    this.integrationsSeen = memory.cache<Account>({ ...rules, named: { scope: 'account', idOf: ({ id }) => id } });
  }

  /** Undefined if the token is unknown, expired, revoked or forged, or its user is inactive. */
  async bearer(token: string): Promise<Known | undefined> {
    if (!isSigned(token)) return this.proved((asOf) => this.integration(token, asOf));
    const asserted = await this.tokens.read(token, this.clock.now());
    if (!asserted) return undefined;
    if (asserted.by === 'shop') return active(ofCustomer(await this.customers.byNumber(asserted.customerNumber)));
    return this.proved((asOf) =>
      asserted.kind === 'admin' ? this.admin(asserted, asOf) : this.customer(asserted, asOf),
    );
  }

  /**
   * The current user of this account, for any kind of token; undefined if the account does not exist or is inactive.
   */
  async account({ kind, id }: Pick<Known, 'kind' | 'id'>): Promise<Known | undefined> {
    if (kind === 'customer') return active(ofCustomer(await this.customers.byId(id)));
    const found = await (kind === 'admin' ? this.admins : this.integrations).byId(id);
    return found?.isActive ? known(kind, { ...found, tokenVersion: NO_TOKEN_VERSION }, undefined) : undefined;
  }

  /** The administrator of a session, which is valid as long as tokens of this version. */
  session(id: number, tokenVersion: number): Promise<Known | undefined> {
    return this.proved((asOf) => this.admin({ id, version: tokenVersion }, asOf));
  }

  private proved(find: (asOf: number | undefined) => Promise<Known | undefined>): Promise<Known | undefined> {
    return this.memory.maxBytes === 0 ? find(undefined) : this.memory.answer(find);
  }

  private async integration(token: string, asOf: number | undefined): Promise<Known | undefined> {
    const digest = this.secrets.digest(token);
    const found = await this.integrationsSeen.recallOne(ONLY, digest, async () => {
      const account = await this.integrations.byTokenDigest(digest);
      return account && { ...account, tokenVersion: NO_TOKEN_VERSION };
    });
    return found?.isActive ? known('integration', found, asOf) : undefined;
  }

  private async admin(
    { id, version }: Pick<TokenClaims, 'id' | 'version'>,
    asOf: number | undefined,
  ): Promise<Known | undefined> {
    const found = await this.adminsSeen.recallOne(id, ONLY, async () => {
      const account = await this.admins.byId(id);
      return account && withoutSecret(account);
    });
    return found?.isActive && found.tokenVersion === version ? known('admin', found, asOf) : undefined;
  }

  private async customer({ id, version }: TokenClaims, asOf: number | undefined): Promise<Known | undefined> {
    const found = await this.customersSeen.recallOne(id, ONLY, async () => ofCustomer(await this.customers.byId(id)));
    return found?.tokenVersion === version ? active(found, asOf) : undefined;
  }
}

const withoutSecret = ({ id, isActive, tokenVersion, resources }: AdminAccount): Account => ({
  id,
  isActive,
  tokenVersion,
  resources,
});

const active = (customer: Account | undefined, asOf?: number): Known | undefined =>
  customer?.isActive ? known('customer', customer, asOf) : undefined;
