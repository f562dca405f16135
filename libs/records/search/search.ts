import {
  type Condition,
  CONDITIONS,
  type Criteria,
  type Fault,
  type Filter,
  invalidValue,
  refuse,
  sentence,
  type Sort,
} from '../../kernel/index.js';
import { type Field, isList, type Kind } from '../declare/field.js';
import { readValue } from '../read/read.js';

/** A filter as sent: all values are texts; only `in` and `nin` may have a list. */
export interface SentFilter {
  readonly field: string;
  readonly value: string | readonly string[];
  readonly conditionType: string;
}

export interface SentSort {
  readonly field: string;
  /** ASC or DESC in any case. Defaults to DESC before this point. */
  readonly direction: string;
}

export interface SentCriteria {
  readonly groups: readonly (readonly SentFilter[])[];
  readonly sort: readonly SentSort[];
  readonly page: number;
  readonly pageSize: number;
}

const unknownAttribute = (name: string): Fault =>
  sentence('The "%1" attribute name is invalid. Reset the name and try again.', [name]);

const WITHOUT_VALUE: ReadonlySet<Condition> = new Set(['null', 'notnull']);
const ON_LISTS: ReadonlySet<Condition> = new Set(['eq', 'in', 'finset', 'null']);
const SPLITTING: ReadonlySet<Condition> = new Set(['in', 'nin']);

/** Whether a condition compares with several values, which may be sent as a list. */
export const takesList = (condition: string): boolean => SPLITTING.has(condition as Condition);
const PATTERNS: ReadonlySet<Condition> = new Set(['like', 'nlike']);

const WHOLE: Kind = { type: 'int', min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/** The type for values of a filter: that of the field but without its range, so that `gt -1` is valid. */
const compared = (kind: Kind): Kind => {
  switch (kind.type) {
    case 'int':
    case 'ids':
      return WHOLE;
    case 'decimal':
      return { type: 'decimal', precision: 40, scale: 20, min: '-1e20', max: '1e20' };
    case 'string':
    case 'words':
      return { type: 'string', maxLength: 65_535 };
    default:
      return kind;
  }
};

const typedFilter = (field: Field, condition: Condition, value: SentFilter['value'], faults: Fault[]): Filter => {
  const { property, name, kind } = field;
  if (isList(kind) ? !ON_LISTS.has(condition) : PATTERNS.has(condition) && kind.type !== 'string') {
    faults.push(sentence('The "%1" condition can\'t be used on "%2".', [condition, name]));
  }
  if (WITHOUT_VALUE.has(condition)) return { property, condition, values: [] };
  const texts = typeof value !== 'string' ? value : SPLITTING.has(condition) ? value.split(',') : [value];
  const values: unknown[] = [];
  for (const text of texts) {
    const read = readValue(compared(kind), text, name);
    if ('fault' in read) faults.push(read.fault);
    else values.push(read.value);
  }
  return { property, condition, values };
};

const conditionOf = (text: string): Condition | undefined => CONDITIONS.find((condition) => condition === text);

/**
 * Converts search criteria to the types of the declared fields. Refuses unknown fields and conditions and values of
 * the wrong type, all together (wire.md §4).
 */
export const typeCriteria = (byName: ReadonlyMap<string, Field>, sent: SentCriteria): Criteria => {
  const faults: Fault[] = [];
  const known = (name: string): Field | undefined => {
    const field = byName.get(name);
    // Aliases are accepted in bodies but not in criteria, which use the resource's own field names (pricing.md §1).
    if (field?.searchable && (field.access !== 'write' || field.keyOf) && name !== field.alias) return field;
    faults.push(unknownAttribute(name));
    return undefined;
  };
  const groups = sent.groups.map((filters) => {
    const typed: Filter[] = [];
    for (const { field: name, conditionType, value } of filters) {
      const field = known(name);
      const condition = conditionOf(conditionType);
      if (!condition) faults.push(invalidValue('condition_type', conditionType, CONDITIONS.join(', ')));
      if (field && condition) typed.push(typedFilter(field, condition, value, faults));
    }
    return typed;
  });
  const sort: Sort[] = [];
  for (const { field: name, direction } of sent.sort) {
    const field = known(name);
    // A key that replaces an id is not a column.
    if (field && (isList(field.kind) || field.access === 'write')) faults.push(unknownAttribute(name));
    if (field) sort.push({ property: field.property, direction: direction.toUpperCase() === 'ASC' ? 'ASC' : 'DESC' });
  }
  refuse(faults);
  return { groups, sort, page: sent.page, pageSize: sent.pageSize };
};
