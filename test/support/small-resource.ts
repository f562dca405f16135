import { defineRecord, type RecordDefinition, type Recorded, type Resource } from '../../libs/records/index.js';

/** A resource for unit tests. Everything irrelevant is empty. */
export const smallResource = <T extends Recorded>(
  resource: string,
  record: new () => T,
  more: Partial<RecordDefinition<T>> = {},
): Resource =>
  defineRecord<T>({
    resource,
    record,
    room: 'room',
    path: resource,
    title: { one: resource, many: `${resource}s` },
    table: resource,
    rights: { read: '', save: '', delete: '' },
    ids: 'made',
    unique: [],
    service: '',
    ...more,
  });

export const uniqueKey = (name: string, ...properties: readonly string[]) => ({ name, properties, says: '' });
