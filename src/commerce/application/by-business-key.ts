import { InputRefused, NoSuchEntity, PreconditionFailed } from '../../../libs/kernel/index.js';
import type { Field, Input, Precondition, Recorded, RecordService, UniqueKey } from '../../../libs/records/index.js';

/** Reads and writes records by their business key: SKU, customer number (commerce.md). */
export class ByBusinessKey<T extends Recorded> {
  private readonly key: UniqueKey<T>;
  private readonly field: Field;

  constructor(private readonly service: RecordService<T>) {
    const { resource, unique, byProperty, businessKey: { key: property } = { key: '' } } = service.resource;
    const key = unique.find(({ properties }) => properties.length === 1 && properties[0] === property);
    const field = byProperty.get(property);
    if (!key || !field) throw new Error(`${resource} has no business key`);
    this.key = key;
    this.field = field;
  }

  /** `NoSuchEntity` if there is none. */
  async get(value: string): Promise<T> {
    const found = await this.find(value);
    if (!found) throw new NoSuchEntity(this.field.name, value);
    return found;
  }

  /** Omitted fields keep their values; the key in the path overrides the one in the body. */
  async update(value: string, input: Input, precondition?: Precondition<T>): Promise<T> {
    const { id } = await this.get(value);
    return this.service.update(id, this.keyed(value, input), precondition);
  }

  /** Changes the record, or creates it if there is none; of two that create it at once the second changes it. */
  async put(value: string, input: Input, precondition?: Precondition<T>): Promise<T> {
    const found = await this.find(value);
    if (found) return this.service.update(found.id, this.keyed(value, input), precondition);
    if (precondition) throw new PreconditionFailed();
    try {
      return await this.service.create(this.keyed(value, input));
    } catch (error) {
      const meanwhile = error instanceof InputRefused ? await this.find(value) : undefined;
      if (!meanwhile) throw error;
      return this.service.update(meanwhile.id, this.keyed(value, input));
    }
  }

  async remove(value: string, precondition?: Precondition<T>): Promise<void> {
    const { id } = await this.get(value);
    await this.service.remove(id, precondition);
  }

  private find(value: string): Promise<T | undefined> {
    return this.service.find(this.key, { [this.field.property]: value } as Partial<T>);
  }

  private keyed(value: string, input: Input): Input {
    const { name, property } = this.field;
    const rest = Object.fromEntries(Object.entries(input).filter(([key]) => key !== name && key !== property));
    return { ...rest, [name]: value };
  }
}
