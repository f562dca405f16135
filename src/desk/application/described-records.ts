import type { Caller } from '../../../libs/operations/index.js';
import type { Field, Resource } from '../../../libs/records/index.js';
import { describedField, type DescribedField, type DescribedRight } from './described-fields.js';

/** A record whose routes are derived from its declaration. */
export interface OfferedRecord {
  readonly resource: Resource;
  /** Path below `/rest`, as served by this installation. */
  readonly path: string;
  /** Whether there are routes for reading, saving and deleting. */
  readonly verbs: { readonly read: boolean; readonly save: boolean; readonly delete: boolean };
}

/** What the installation offers. Known once its routes are registered. */
export interface Offer {
  readonly records: readonly OfferedRecord[];
  /** The right to read the history of records; undefined without an audit trail. */
  readonly historyRight: string | undefined;
}

interface Keys {
  readonly fields: readonly string[];
  readonly message: string;
}

export interface DescribedRecord {
  readonly name: string;
  readonly title: { readonly one: string; readonly many: string };
  readonly path: string;
  readonly wrapper: string;
  readonly givenIds: boolean;
  readonly businessKey: string | null;
  readonly fields: readonly DescribedField[];
  readonly uniqueKeys: readonly Keys[];
  readonly rights: Readonly<Record<'read' | 'save' | 'delete', DescribedRight>>;
  readonly history: boolean;
}

const VERBS = ['read', 'save', 'delete'] as const;

/** Describes the records that a caller may use, from their declarations (desk.md, "Records"). */
export class DescribeRecords {
  private found: Offer | undefined;

  /**
   * @param shown Returns the API name of a right.
   * @param offer Called when all modules are loaded.
   */
  constructor(
    private readonly shown: (right: string) => string,
    private readonly offer: () => Offer,
  ) {}

  for(caller: Caller): readonly DescribedRecord[] {
    this.found ??= this.offer();
    const { records, historyRight } = this.found;
    const readsHistory = historyRight !== undefined && caller.holds(historyRight);
    return records
      .filter(({ resource: { rights }, verbs }) => VERBS.some((verb) => verbs[verb] && caller.holds(rights[verb])))
      .map((record) => this.described(record, caller, readsHistory));
  }

  private described({ resource, path, verbs }: OfferedRecord, caller: Caller, readsHistory: boolean): DescribedRecord {
    const right = (name: string): DescribedRight => ({ resource: this.shown(name), held: caller.holds(name) });
    const ofVerb = (verb: (typeof VERBS)[number]): DescribedRight =>
      verbs[verb] ? right(resource.rights[verb]) : { resource: null, held: false };
    const nameOf = (property: string): string => resource.byProperty.get(property)?.name ?? property;
    const fields: readonly Field[] = resource.fields;
    return {
      name: resource.resource,
      title: resource.title,
      path,
      wrapper: resource.wrapper,
      givenIds: resource.ids === 'given',
      businessKey: resource.businessKey ? nameOf(resource.businessKey.key) : null,
      fields: fields.map((field) => describedField(field, right, nameOf)),
      uniqueKeys: resource.unique.map(({ properties, says }) => ({ fields: properties.map(nameOf), message: says })),
      rights: { read: ofVerb('read'), save: ofVerb('save'), delete: ofVerb('delete') },
      history: readsHistory && resource.isAudited !== false,
    };
  }
}
