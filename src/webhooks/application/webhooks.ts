import { NoSuchEntity, type Transactions } from '../../../libs/kernel/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import type { Precondition, RecordService, ResourceService } from '../../../libs/records/index.js';
import { nameOf } from '../ports/accounts.js';
import type { WebhookSecrets } from '../ports/webhook-secrets.js';
import type { WebhookRecord } from '../webhook.record.js';
import type { EventRights } from './event-rights.js';

type Input = Readonly<Record<string, unknown>>;

/** Clients cannot set the owner. */
const withoutOwner = ({ owner: _owner, ...input }: Input): Input => input;

const differs = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);

/** Webhooks. Each belongs to the account that last set its URL or events (webhooks.md, "Owner"). */
export class Webhooks {
  constructor(
    private readonly stored: RecordService<WebhookRecord>,
    private readonly secrets: WebhookSecrets,
    private readonly rights: EventRights,
    private readonly transactions: Transactions,
  ) {}

  as(caller: Caller): ResourceService<WebhookRecord> {
    const { stored } = this;
    return {
      get: (id) => stored.get(id),
      search: (criteria) => stored.search(criteria),
      create: (input) => stored.create({ ...withoutOwner(input), owner: nameOf(caller) }),
      update: (id, input, precondition) => this.update(caller, id, withoutOwner(input), precondition),
      remove: (id, precondition) => stored.remove(id, precondition),
    };
  }

  /** Makes the caller the owner if it may read all events of the webhook. The secret does not change. */
  take(caller: Caller, id: number): Promise<WebhookRecord> {
    return this.transactions.write(async () => {
      const { events, switchedOff } = await this.stored.get(id);
      this.rights.mustReadAll(caller, events);
      return this.stored.update(id, { owner: nameOf(caller), ...(switchedOff === 'owner' ? { is_active: 1 } : {}) });
    });
  }

  private update(
    caller: Caller,
    id: number,
    input: Input,
    precondition?: Precondition<WebhookRecord>,
  ): Promise<WebhookRecord> {
    return this.transactions.write(async () => {
      // `update` refuses a missing webhook after validating the input, as for every record.
      const before = await this.stored.get(id).catch((error: unknown) => {
        if (error instanceof NoSuchEntity) return undefined;
        throw error;
      });
      const after = await this.stored.update(id, input, precondition);
      if (before === undefined) return after;
      const isMoved = after.url !== before.url;
      if (!isMoved && !differs(after.events, before.events)) return after;
      const owner = nameOf(caller);
      if (isMoved) {
        if (after.owner !== owner) this.rights.mustReadAll(caller, after.events);
        // A previous owner's receiver knows the secret, so it must not sign deliveries to the new one.
        await this.secrets.endOfOthers({ id, owner });
      }
      return after.owner === owner ? after : this.stored.update(id, { owner });
    });
  }
}
