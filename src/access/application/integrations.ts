import { change, type ChangeLog, type Transactions } from '../../../libs/kernel/index.js';
import type { RecordService, ResourceService } from '../../../libs/records/index.js';
import type { AccountInput, IntegrationRecord } from '../domain/accounts.js';
import { gainedRights, type Holder } from '../domain/grants.js';
import type { Actor } from '../domain/rights.js';
import type { IntegrationAccounts } from '../ports/accounts.js';
import type { Secrets } from '../ports/secrets.js';
import type { Acting } from './acting.js';
import { readChange } from './read-change.js';
import type { RightNames } from './right-names.js';
import { withStoredRights } from './roles.js';

const holder = ({ isActive, resources }: IntegrationRecord): Holder => ({ isActive: isActive === 1, resources });

/** Integrations: the declared record, and beside it the digest of the token. */
export class Integrations implements Acting<IntegrationRecord> {
  constructor(
    private readonly records: RecordService<IntegrationRecord>,
    private readonly accounts: IntegrationAccounts,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
    private readonly names: RightNames,
    private readonly changes: ChangeLog,
  ) {}

  as(actor: Actor): ResourceService<IntegrationRecord> {
    const { records, names } = this;
    return {
      get: async (id) => names.show(await records.get(id)),
      search: async (criteria) => {
        const { items, total } = await records.search(criteria);
        return { items: items.map((integration) => names.show(integration)), total };
      },
      create: (input) => this.create(actor, input),
      update: (id, input) => this.update(actor, id, input),
      remove: (id) => records.remove(id),
    };
  }

  /** Makes a new token and answers it, the only time that it is shown; the former one is dead. */
  rotate(actor: Actor, id: number): Promise<string> {
    const { records, accounts, secrets, transactions, names, changes } = this;
    const token = secrets.make();
    return transactions.write(async () => {
      // Whoever has the token may do what the integration may.
      names.mustHold(actor, (await records.get(id)).resources);
      await accounts.keepTokenDigest(id, secrets.digest(token));
      changes.append([change('account', id)]);
      return token;
    });
  }

  /** Takes the token away; the next one comes from `rotate`. */
  revoke(id: number): Promise<void> {
    const { records, accounts, transactions, changes } = this;
    return transactions.write(async () => {
      await records.get(id);
      await accounts.keepTokenDigest(id, null);
      changes.append([change('account', id)]);
    });
  }

  private create(actor: Actor, input: AccountInput): Promise<IntegrationRecord> {
    const { records, transactions, names } = this;
    return transactions.write(async () => {
      const integration = await records.create(withStoredRights(records.resource, names, input, undefined));
      names.mustHold(actor, gainedRights(undefined, holder(integration)));
      return names.show(integration);
    });
  }

  private async update(actor: Actor, id: number, input: AccountInput): Promise<IntegrationRecord> {
    const { records, transactions, names } = this;
    readChange(records.resource.fields, input);
    return transactions.write(async () => {
      const before = await records.get(id);
      const integration = await records.update(id, withStoredRights(records.resource, names, input, before));
      names.mustHold(actor, gainedRights(holder(before), holder(integration)));
      return names.show(integration);
    });
  }
}
