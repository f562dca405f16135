import modules from 'kontor:modules';
import type { Row } from '../api.js';
import { inLanguage, language } from '../language.js';
import type { RecordOverride } from '../module.js';
import { LABELS } from '../texts/labels.js';

interface Right {
  readonly resource: string | null;
  readonly held: boolean;
}

export type KindName =
  | 'attributes'
  | 'boolean'
  | 'choice'
  | 'day'
  | 'decimal'
  | 'flag'
  | 'instant'
  | 'integer'
  | 'json'
  | 'list'
  | 'long_text'
  | 'object'
  | 'objects'
  | 'reference'
  | 'references'
  | 'secret'
  | 'text'
  | 'texts';

/** A field as `GET /V1/desk/records` describes it. */
export interface FieldSpec {
  readonly name: string;
  readonly kind: KindName;
  readonly min: number | null;
  readonly max: number | null;
  readonly scale: number | null;
  readonly max_length: number | null;
  readonly choices: readonly string[] | null;
  readonly max_entries: number | null;
  readonly format: string | null;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly read_only: boolean;
  readonly write_only: boolean;
  readonly default: unknown;
  readonly unit: string | null;
  readonly personal: boolean;
  readonly searchable: boolean;
  readonly description: string;
  readonly reference: { readonly resource: string } | null;
  readonly key_of: { readonly field: string; readonly resource: string; readonly key: string } | null;
  readonly right: Right | null;
  readonly fields: readonly FieldSpec[] | null;
  /** For content with a vocabulary: the label, and the provision that requires the field. */
  readonly label?: string | undefined;
  readonly cite?: string | undefined;
  /** Labels of its choices. */
  readonly words?: Readonly<Record<string, string>> | undefined;
}

/** Creates a field that has no declaration. */
export const fieldOf = (name: string, kind: KindName, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  kind,
  min: null,
  max: null,
  scale: null,
  max_length: null,
  choices: null,
  max_entries: null,
  format: null,
  required: false,
  nullable: true,
  read_only: false,
  write_only: false,
  default: null,
  unit: null,
  personal: false,
  searchable: false,
  description: '',
  reference: null,
  key_of: null,
  right: null,
  fields: null,
  ...more,
});

/** A record type as the server describes it to the caller. */
export interface RecordSpec {
  readonly name: string;
  readonly title: { readonly one: string; readonly many: string };
  readonly path: string;
  readonly wrapper: string;
  readonly given_ids: boolean;
  readonly business_key: string | null;
  readonly fields: readonly FieldSpec[];
  readonly unique_keys: readonly { readonly fields: readonly string[]; readonly message: string }[];
  readonly rights: Readonly<Record<'read' | 'save' | 'delete', Right>>;
  readonly history: boolean;
}

export const OVERRIDES: Readonly<Record<string, RecordOverride>> = Object.assign(
  {},
  ...modules.map(({ records }) => records ?? {}),
) as Readonly<Record<string, RecordOverride>>;

const spaced = (name: string): string => name.replace(/_/g, ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A field's label: the translated one, or its name with spaces. */
export const labelOf = (name: string): string => LABELS[name] ?? capital(spaced(name));

export const titleOf = ({ name, label }: FieldSpec): string => label ?? labelOf(name);

/** A record type as the generated screens use it. */
export class RecordType {
  readonly override: RecordOverride | undefined;
  readonly title: { readonly one: string; readonly many: string };

  constructor(readonly spec: RecordSpec) {
    this.override = OVERRIDES[spec.name];
    const named = language === 'en' ? spec.title : (this.override?.title ?? spec.title);
    this.title = { one: capital(named.one), many: capital(named.many) };
  }

  get name(): string {
    return this.spec.name;
  }

  get path(): string {
    return this.spec.path;
  }

  field(name: string): FieldSpec | undefined {
    return this.spec.fields.find((field) => field.name === name);
  }

  /** Fields of forms, without the business keys of references: the reference input shows those. */
  get inputs(): readonly FieldSpec[] {
    return this.spec.fields.filter(({ read_only: isReadOnly, key_of: key }) => !isReadOnly && !key);
  }

  /** Possible columns of a grid. */
  get columns(): readonly FieldSpec[] {
    return this.spec.fields.filter(
      ({ kind, write_only: isWriteOnly, key_of: key }) => !isWriteOnly && kind !== 'secret' && !key,
    );
  }

  get firstColumns(): readonly string[] {
    const chosen = this.override?.columns;
    if (chosen) return chosen.filter((name) => this.field(name));
    return this.columns
      .filter(
        ({ name, searchable }) => searchable && !['id', 'external_id', 'source_version', 'created_at'].includes(name),
      )
      .slice(0, 7)
      .map(({ name }) => name);
  }

  /** Text fields that serve as a record's name. */
  get names(): readonly string[] {
    const chosen = this.override?.names;
    if (chosen) return chosen.filter((name) => this.field(name));
    const unique = this.spec.unique_keys.flatMap(({ fields }) => (fields.length === 1 ? fields : []));
    return [...new Set([this.spec.business_key, ...unique, 'name'])].filter(
      (name): name is string => name !== null && this.field(name)?.kind === 'text',
    );
  }

  /** References that identify a record without a name of its own: the customer and the product of a price. */
  get keyReferences(): readonly FieldSpec[] {
    const key = this.spec.unique_keys.find(({ fields }) => fields.some((name) => this.field(name)?.reference));
    return (key?.fields ?? []).flatMap((name) => {
      const field = this.field(name);
      return field?.reference && field.reference.resource !== 'website' ? [field] : [];
    });
  }

  /** The name of a record: `17850`. */
  nameOf(row: Readonly<Record<string, unknown>>): string {
    const special = this.override?.specialNames?.[String(row['id'])];
    if (special !== undefined) return special;
    const [name] = this.names.map((field) => row[field]).filter((value) => typeof value === 'string' && value !== '');
    return (name as string | undefined) ?? `#${String(row['id'])}`;
  }

  /** Additional names of a record. */
  aboutOf(row: Readonly<Record<string, unknown>>): string {
    if (this.override?.specialNames?.[String(row['id'])] !== undefined) return '';
    const first = this.nameOf(row);
    return this.names
      .map((field) => row[field])
      .filter((value): value is string => typeof value === 'string' && value !== '' && value !== first)
      .join(' · ');
  }

  /** The label of a value: of a choice, a flag or a number with a meaning. */
  wordOf(field: string, value: unknown): string | undefined {
    return this.override?.values?.[field]?.[String(value)] ?? VALUES[field]?.[String(value)];
  }

  /** The labels of a field's values, for inputs. */
  wordsOf(field: string): Readonly<Record<string, string>> | undefined {
    return this.override?.values?.[field] ?? VALUES[field];
  }

  /** Address of the grid. */
  get listAddress(): string {
    return this.override?.listedAt ?? `/records/${this.name}`;
  }

  /** Address of a record; `new` opens an empty form. */
  addressOf(id: number | string): string {
    return (this.override?.opensAt ?? `/records/${this.name}/$id`).replace('$id', String(id));
  }
}

/** Labels for the values of fields that several resources share. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  price_application_type: inLanguage(
    { 1: 'fixed price', 2: 'surcharge', 3: 'surcharge in %', 4: 'discount', 5: 'discount in %' },
    { 1: 'fester Preis', 2: 'Aufschlag', 3: 'Aufschlag in %', 4: 'Rabatt', 5: 'Rabatt in %' },
  ),
  price_attribute: inLanguage(
    { price: 'price', special_price: 'special price', cost: 'cost', msrp: 'recommended retail price' },
    { price: 'Preis', special_price: 'Sonderpreis', cost: 'Einkaufspreis', msrp: 'unverbindliche Preisempfehlung' },
  ),
};

export interface Records {
  readonly all: readonly RecordType[];
  readonly named: (name: string) => RecordType | undefined;
}

export const recordsOf = (specs: readonly RecordSpec[]): Records => {
  const all = specs.map((spec) => new RecordType(spec));
  const byName = new Map(all.map((type) => [type.name, type]));
  return { all, named: (name) => byName.get(name) };
};

export type { Row };
