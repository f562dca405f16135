import { Injectable } from '@nestjs/common';
import { change, ChangeLog, SecurityEvents } from '../../../libs/kernel/index.js';
import type { Precondition, ResourceService } from '../../../libs/records/index.js';
import type { AccountInput, IntegrationRecord } from '../domain/accounts.js';
import { gainedRights, type Holder, outgrows } from '../domain/grants.js';
import { ACCESS_RIGHTS, type AccessActor } from '../domain/rights.js';
import { IntegrationAccounts, OAuthAccounts } from '../ports/accounts.js';
import { Handshakes } from '../ports/handshakes.js';
import { Secrets } from '../ports/secrets.js';
import { RightNames } from './right-names.js';
import { RightsLock } from './rights-lock.js';
import { withStoredRights } from './roles.js';
import { StoredIntegrations, type Acting, namesSent, readChange } from './stored-accounts.js';

/** The name of the account in the log. */
const named = (id: number): string => `integration:${id}`;

const holder = ({ isActive, resources }: IntegrationRecord): Holder => ({ isActive: isActive === 1, resources });

/** Integrations: the declared record, with the digest of the token. */
@Injectable()
export class Integrations implements Acting<IntegrationRecord> {
  constructor(
    private readonly records: StoredIntegrations,
    private readonly accounts: IntegrationAccounts,
    private readonly oauth: OAuthAccounts,
    private readonly handshakes: Handshakes,
    private readonly secrets: Secrets,
    private readonly rightsLock: RightsLock,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
    private readonly events: SecurityEvents,
  ) {}

  as(actor: AccessActor): ResourceService<IntegrationRecord> {
    const { records, names } = this;
    return {
      get: async (id) => names.show(await records.get(id)),
      search: async (criteria) => {
        const { items, total } = await records.search(criteria);
        return { items: items.map((integration) => names.show(integration)), total };
      },
      create: (input) => this.create(actor, input),
      update: (id, input, precondition) => this.update(actor, id, input, precondition),
      remove: (id, precondition) => this.remove(actor, id, precondition),
    };
  }

  /** Creates a new token and returns it once. The old token stops working. */
  async rotate(by: AccessActor, id: number): Promise<string> {
    const { secrets } = this;
    const token = secrets.generate();
    await this.keepToken(by, id, secrets.digest(token));
    this.events.note('token_rotated', { account: named(id) });
    return token;
  }

  /** Revokes the token; `rotate` creates a new one. */
  async revoke(by: AccessActor, id: number): Promise<void> {
    await this.keepToken(by, id, null);
    this.events.note('token_revoked', { account: named(id) });
  }

  private keepToken(by: AccessActor, id: number, digest: string | null): Promise<void> {
    const { records, accounts, rightsLock, names, changes } = this;
    return rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      // The holder of the token has the rights of the integration.
      names.mustHold(actor, (await records.get(id)).resources);
      if (digest === null) await accounts.dropToken(id);
      else await accounts.keepToken(id, { hash: digest, setterRights: actor.rights });
      changes.append([change('account', id)]);
    });
  }

  private async create(by: AccessActor, input: AccountInput): Promise<IntegrationRecord> {
    const { records, rightsLock, names } = this;
    const made = await rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      const integration = await records.create(withStoredRights(records.resource, names, input, undefined));
      names.mustHold(actor, gainedRights(undefined, holder(integration)));
      return { ...integration, consumerKey: null, oauthCreatedAt: null };
    });
    this.events.note('account_created', { account: named(made.id) });
    return names.show(made);
  }

  private async update(
    by: AccessActor,
    id: number,
    input: AccountInput,
    precondition?: Precondition<IntegrationRecord>,
  ): Promise<IntegrationRecord> {
    const { records, accounts, handshakes, rightsLock, names, events } = this;
    const values = readChange(records.resource.fields, input);
    const { changed, isLost } = await rightsLock.write(by, ACCESS_RIGHTS.save, async (actor) => {
      const before = await records.get(id);
      names.mustHold(actor, before.resources);
      const account = await accounts.byId(id);
      const after = await records.update(
        id,
        withStoredRights(records.resource, names, input, before),
        names.shown(precondition),
      );
      names.mustHold(actor, gainedRights(holder(before), holder(after)));
      // The change of rights already writes to the change log.
      const outgrown = outgrows(before.resources, after.resources, account?.setterRights);
      const losesToken = outgrown && (await accounts.dropToken(id));
      // Otherwise the last step of a handshake would reactivate the integration.
      if (values.isActive === 0) await handshakes.drop(id);
      const losesOAuth = await this.dropOutgrownOAuth(id, before, after);
      return {
        changed: losesOAuth ? { ...after, consumerKey: null, oauthCreatedAt: null } : after,
        isLost: losesToken || losesOAuth,
      };
    });
    events.note('account_changed', { account: named(id), fields: namesSent(records.resource.fields, values) });
    if (isLost) events.note('token_lost', { account: named(id) });
    return names.show(changed);
  }

  /** Revokes credentials that would grant more rights than their creator had. */
  private async dropOutgrownOAuth(id: number, before: IntegrationRecord, after: IntegrationRecord): Promise<boolean> {
    const { oauth, handshakes } = this;
    const outgrown = (setter: readonly string[] | undefined): boolean =>
      setter !== undefined && outgrows(before.resources, after.resources, setter);
    if (outgrown(await handshakes.setterRights(id))) await handshakes.drop(id);
    return outgrown(await oauth.setterRights(id)) && oauth.revoke(id);
  }

  private async remove(by: AccessActor, id: number, precondition?: Precondition<IntegrationRecord>): Promise<void> {
    const { records, rightsLock, names } = this;
    await rightsLock.write(by, ACCESS_RIGHTS.delete, async (actor) => {
      names.mustHold(actor, (await records.get(id)).resources);
      await records.remove(id, names.shown(precondition));
    });
    this.events.note('account_deleted', { account: named(id) });
  }
}
