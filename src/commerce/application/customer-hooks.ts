import { Injectable } from '@nestjs/common';
import { SecurityEvents } from '../../../libs/kernel/index.js';
import {
  type BatchTransaction,
  type Input,
  readValue,
  type RecordChange,
  type RecordHooks,
  type Resource,
} from '../../../libs/records/index.js';
import { ForgetAttempts, Passwords } from '../../access/index.js';
import type { Customer } from '../customer.record.js';
import { endsTokens } from '../domain/customer.js';
import { CustomerAccounts } from '../ports/customer-accounts.js';
import { Websites } from '../ports/buyers.js';

/**
 * Hooks of customers. A new customer gets the default website if none is set (commerce.md). The password is stored as
 * a hash in a separate account. A new password or a deactivation revokes the customer's tokens (access.md, "Tokens").
 * A new password lifts a lockout. Sign-in attempts are deleted with the customer.
 */
@Injectable()
export class CustomerHooks implements RecordHooks<Customer> {
  constructor(
    private readonly websites: Websites,
    private readonly passwords: Passwords,
    private readonly accounts: CustomerAccounts,
    private readonly attempts: ForgetAttempts,
    private readonly events: SecurityEvents,
  ) {}

  /** Replaces the password with its hash. An invalid password is left for the validation of all fields. */
  async prepare(input: Input, { byProperty }: Resource<Customer>): Promise<Input> {
    const field = byProperty.get('password');
    const raw = input['password'];
    if (!field || raw === undefined || raw === null) return input;
    const read = readValue(field.kind, raw, field.name);
    return 'fault' in read ? input : { ...input, password: await this.passwords.hash(String(read.value)) };
  }

  async defaults(): Promise<Partial<Customer>> {
    const { id } = await this.websites.standard();
    return { websiteId: id };
  }

  /** Adds the hash, so that a write can detect a changed password. Never used for responses. */
  async complete(ids: readonly number[], purpose: 'answer' | 'write'): Promise<ReadonlyMap<number, Partial<Customer>>> {
    if (purpose === 'answer') return new Map();
    return new Map([...(await this.accounts.hashes(ids))].map(([id, password]) => [id, { password }]));
  }

  async stored(batch: readonly RecordChange<Customer>[], transaction: BatchTransaction<Customer>): Promise<void> {
    for (const { previous, next } of batch) {
      if (!next) continue;
      const { id, password = null } = next;
      if (password !== (previous?.password ?? null)) {
        await this.accounts.keepHash(id, password);
        if (previous) await this.attempts.unlock('customer', id);
        transaction.afterCommit(() => this.events.note('customer_password_changed', { account: `customer:${id}` }));
      } else if (previous && endsTokens(previous, next)) await this.accounts.raiseTokenVersion(id);
    }
    const gone = batch.flatMap(({ previous, next }) => (previous && !next ? [previous.id] : []));
    if (gone.length > 0) await this.attempts.forget('customer', gone);
  }
}
