import { InputRefused, NoSuchEntity, pathKeyFaults, PreconditionFailed, refuse } from '../kernel/index.js';
import {
  type Field,
  identitiesOf,
  type Input,
  type Precondition,
  type Recorded,
  type RecordService,
  type Resource,
  type UniqueKey,
} from '../records/index.js';

/**
 * The fields that identify a record by themselves: `external_id` and each unique text field (wire.md §2, "Business
 * keys").
 */
export const keyFieldsOf = <T extends Recorded>(resource: Resource<T>): readonly Field[] => {
  const properties = identitiesOf(resource).lookups.flatMap(({ key }) =>
    key.properties.length === 1 ? key.properties : [],
  );
  return [...new Set(properties)].flatMap((property) => {
    const field = resource.byProperty.get(property);
    return field?.kind.type === 'string' && field.access === 'both' && !field.isSecret ? [field] : [];
  });
};

/** Reads and writes records by such a key field. */
export class ByKey<T extends Recorded> {
  private readonly key: UniqueKey<T>;
  private readonly field: Field;

  constructor(
    private readonly service: RecordService<T>,
    property: string,
  ) {
    const { resource } = service;
    const isKey = ({ key: { properties } }: { key: UniqueKey<T> }): boolean =>
      properties.length === 1 && properties[0] === property;
    const found = identitiesOf(resource).lookups.find(isKey);
    const field = resource.byProperty.get(property);
    if (!found || !field) throw new Error(`${resource.resource} has no key ${property}`);
    this.key = found.key;
    this.field = field;
  }

  /** Throws `NoSuchEntity` if there is no such record. */
  async get(value: string): Promise<T> {
    const found = await this.find(value);
    if (!found) throw new NoSuchEntity(this.field.name, value);
    return found;
  }

  /** Omitted fields keep their values. The key in the path overrides the one in the body. */
  async update(value: string, input: Input, precondition?: Precondition<T>): Promise<T> {
    const { id } = await this.get(value);
    return this.service.update(id, this.keyed(value, input), precondition);
  }

  /**
   * Changes the record, or creates it if it does not exist. Of two concurrent calls that create it, the second one
   * changes it. With `mustExist`, throws `PreconditionFailed` if it does not exist.
   */
  async put(value: string, input: Input, precondition?: Precondition<T>, mustExist = false): Promise<T> {
    const found = await this.find(value);
    if (found) return this.service.update(found.id, this.keyed(value, input), precondition);
    if (mustExist)
      throw new PreconditionFailed('The record does not exist. To create it, send the request without If-Match.');
    refuse(pathKeyFaults(this.field.name, value));
    try {
      return await this.service.create(this.keyed(value, input));
    } catch (error) {
      const meanwhile = error instanceof InputRefused ? await this.find(value) : undefined;
      if (!meanwhile) throw error;
      return this.service.update(meanwhile.id, this.keyed(value, input), precondition);
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
