import type { Criteria, Page, SecurityEvents, Steps, Transactions } from '../../../libs/kernel/index.js';
import {
  type BulkService,
  type Outcome,
  type Recorded,
  type RecordService,
  readValue,
  type Resource,
  type ResourceService,
  type SaveOptions,
} from '../../../libs/records/index.js';
import type { Passwords } from '../../access/index.js';
import type { Websites } from '../ports/websites.js';
import { withDefault } from './with-default.js';

type Input = Readonly<Record<string, unknown>>;

export interface SaveCustomersParts<T extends Recorded> {
  readonly resource: Resource<T>;
  /** The generic service over a resource: that of customers, with a default website. */
  serviceOf(resource: Resource<T>): RecordService<T>;
  readonly websites: Websites;
  readonly passwords: Passwords;
  readonly transactions: Transactions;
  readonly events: SecurityEvents;
}

/**
 * Customers: a new one is on the default website where none is named (commerce.md), and a password is hashed before the
 * transaction, since that takes long.
 */
export class SaveCustomers<T extends Recorded> implements ResourceService<T>, BulkService<T> {
  private readonly services = new Map<number, RecordService<T>>();
  private readonly plain: RecordService<T>;
  /** Inputs whose password is hashed already, with what became of them. */
  private readonly ready = new WeakMap<Input, Input>();

  constructor(private readonly parts: SaveCustomersParts<T>) {
    this.plain = parts.serviceOf(parts.resource);
  }

  get(id: number): Promise<T> {
    return this.plain.get(id);
  }

  search(criteria: Criteria): Promise<Page<T>> {
    return this.plain.search(criteria);
  }

  async create(input: Input): Promise<T> {
    const hashed = await this.hashed(input);
    const made = await this.write((service) => service.create(hashed));
    this.noted(input, made.id);
    return made;
  }

  async update(id: number, input: Input): Promise<T> {
    const hashed = await this.hashed(input);
    const changed = await this.plain.update(id, hashed);
    this.noted(input, id);
    return changed;
  }

  /** Many at once, as `RecordService.saveAll`. */
  async saveAll(inputs: readonly Input[], options: SaveOptions): Promise<readonly Outcome<T>[]> {
    const hashed: Input[] = [];
    for (const input of inputs) hashed.push(this.ready.get(input) ?? (await this.hashed(input)));
    const outcomes = await this.write((service) => service.saveAll(hashed, options), options);
    for (const outcome of outcomes)
      if (outcome.status !== 'failed') this.noted(inputs[outcome.index] ?? {}, outcome.record.id);
    return outcomes;
  }

  /** Hashes the passwords, so that no transaction waits for it. */
  async prepare(inputs: readonly Input[]): Promise<void> {
    for (const input of inputs) this.ready.set(input, await this.hashed(input));
  }

  removeAll(groups: Criteria['groups'], confirmed: number, steps?: Steps): Promise<number> {
    return this.plain.removeAll(groups, confirmed, steps);
  }

  remove(id: number): Promise<void> {
    return this.plain.remove(id);
  }

  private write<R>(
    work: (service: RecordService<T>) => Promise<R>,
    { isPart = false }: Pick<SaveOptions, 'isPart'> = {},
  ): Promise<R> {
    return this.parts.transactions.write(
      async () => {
        const { id } = await this.parts.websites.standard();
        let service = this.services.get(id);
        if (!service) {
          service = this.parts.serviceOf(withDefault(this.parts.resource, 'websiteId', id));
          this.services.set(id, service);
        }
        return work(service);
      },
      { isPart },
    );
  }

  /** A password that somebody was given is told in the log (operations.md, "Logs"). */
  private noted(input: Input, id: number): void {
    if (input['password'] !== undefined)
      this.parts.events.note('customer_password_changed', { account: `customer:${id}` });
  }

  /** The input with the hash in place of its password; one that isn't a password stays, to be refused with the rest. */
  private async hashed(input: Input): Promise<Input> {
    const field = this.parts.resource.byProperty.get('password');
    const raw = input['password'];
    if (!field || raw === undefined || raw === null) return input;
    const read = readValue(field.kind, raw, field.name);
    return 'fault' in read ? input : { ...input, password: await this.parts.passwords.hash(String(read.value)) };
  }
}
