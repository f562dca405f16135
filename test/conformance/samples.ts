import {
  type Field,
  type Kind,
  readValue,
  type Recorded,
  type Resource,
  type UniqueKey,
} from '../../libs/records/index.js';
import { good, type Json, type World } from './world.js';

/** The n-th valid value by resource and field, where it does not follow from the kind of the field. */
export type Overrides = Readonly<Record<string, Readonly<Record<string, (n: number) => unknown>>>>;

/** A record as returned. */
export type Answered = Json & { readonly id: number };

const REST = '/rest/V1/';

export const pathOf = (resource: Resource): string => REST + resource.path;

const day = (n: number, year: number): string => new Date(Date.UTC(year, 0, 1 + (n % 300))).toISOString().slice(0, 10);

const CANDIDATES: readonly ((n: number) => string)[] = [
  (n) => `x${n}`,
  (n) => ['GBP', 'EUR', 'JPY', 'KWD', 'USD'][n % 5] ?? '',
  (n) => ['Europe/London', 'UTC', 'Asia/Tokyo'][n % 3] ?? '',
  (n) => `x${n}@example.com`,
];

const stringOf = (kind: Kind & { type: 'string' }, n: number): string => {
  if (kind.words) return kind.words[n % kind.words.length] ?? '';
  const found = CANDIDATES.map((make) => make(n)).find((text) => 'value' in readValue(kind, text, ''));
  if (found === undefined) throw new Error('no candidate is in the domain: it needs an override');
  return found;
};

/** Creates valid records from declarations over HTTP, with the records that they refer to. */
export class Samples {
  private static count = 0;
  private readonly shared = new Map<string, Promise<Answered>>();

  constructor(readonly world: World) {}

  /** Creates a record that no other test uses. */
  async create(resource: Resource, fields: Json = {}): Promise<Answered> {
    const body = { ...(await this.body(resource)), ...fields };
    return (await good(this.world, {
      method: 'POST',
      path: pathOf(resource),
      body: { [resource.wrapper]: body },
    })) as Answered;
  }

  /** A valid POST body: the required fields, and those that make the record unique. */
  async body(resource: Resource): Promise<Json> {
    const n = this.next();
    const differing = new Set(resource.unique.flatMap((key) => this.differingBy(resource, key) ?? []));
    const wanted = resource.fields.filter((field) => field.access !== 'read' && !field.keyOf);
    const entries: (readonly [string, unknown])[] = [];
    for (const field of wanted) {
      if (field.required || differing.has(field.property))
        entries.push([field.name, await this.value(resource, field, n, differing.has(field.property))]);
    }
    return Object.fromEntries(entries);
  }

  /** A valid body with every writable field. */
  async fullBody(resource: Resource): Promise<Json> {
    const n = this.next();
    const entries: (readonly [string, unknown])[] = [];
    for (const field of resource.fields) {
      if (field.access === 'read' || field.keyOf) continue;
      entries.push([field.name, await this.value(resource, field, n, false)]);
    }
    return { ...Object.fromEntries(entries), ...(await this.body(resource)) };
  }

  /** The n-th valid value of a field; if `fresh`, it refers to a new record. */
  async value(resource: Resource, field: Field, n: number, fresh: boolean): Promise<unknown> {
    const override = this.world.overrides[resource.resource]?.[field.name];
    if (override) return override(n);
    if (field.reference) {
      const target = this.world.resources.named(field.reference.resource);
      return (await (fresh ? this.create(target) : this.any(target))).id;
    }
    return this.valueOfKind(field, n);
  }

  /** A record that tests share if any record will do. */
  any(resource: Resource): Promise<Answered> {
    const found = this.shared.get(resource.resource) ?? this.create(resource);
    this.shared.set(resource.resource, found);
    return found;
  }

  next(): number {
    Samples.count += 1;
    return Samples.count;
  }

  /** The property by which a sample differs from all others under this key. */
  private differingBy(resource: Resource, key: UniqueKey<Recorded>): string | undefined {
    if (key.when) return undefined;
    const fields = key.properties.flatMap((property) => resource.byProperty.get(property) ?? []);
    const scalar = fields.find(
      ({ kind, reference }) => !reference && (kind.type === 'string' ? !kind.words : kind.type !== 'day'),
    );
    return (scalar ?? fields.at(-1))?.property;
  }

  private async valueOfKind({ kind, name, default: standIn }: Field, n: number): Promise<unknown> {
    switch (kind.type) {
      case 'int':
        return kind.min === 0 && kind.max === 1 ? standIn : kind.min + (n % (kind.max - kind.min + 1));
      case 'decimal':
        return Math.min(Math.max(n % 97, Number(kind.min)) + 0.5, Number(kind.max));
      case 'string':
        return stringOf(kind, n);
      case 'text':
        return `Text ${n}`;
      case 'secret':
        return `secret ${n}`.padEnd(kind.minLength, '.').slice(0, kind.maxLength);
      case 'day':
        return day(n, /(^|_)to(_|$)/.test(name) ? 2027 : 2026);
      case 'ids':
        return [(await this.any(this.world.resources.named(kind.of))).id];
      case 'attributes':
        return { color: `red ${n}`, size: ['S', `M ${n}`] };
      case 'object':
        return this.inner(kind.fields, n);
      case 'objects':
        return [await this.inner(kind.fields, n)];
      case 'boolean':
        return n % 2 === 0;
      case 'words':
      case 'json':
      case 'refusal':
      case 'input':
      case 'instant':
        throw new Error(`${name} needs an override`);
    }
  }

  private async inner(fields: readonly Field[], n: number): Promise<Json> {
    const entries: (readonly [string, unknown])[] = [];
    for (const field of fields) {
      const value = field.reference
        ? (await this.any(this.world.resources.named(field.reference.resource))).id
        : await this.valueOfKind(field, n);
      entries.push([field.name, value]);
    }
    return Object.fromEntries(entries);
  }
}
