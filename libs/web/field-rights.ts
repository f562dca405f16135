import { RightMissing } from '../kernel/index.js';
import type { Field, Resource } from '../records/index.js';
import type { Caller } from '../operations/index.js';
import { aclId, type WireSettings } from './settings.js';

/** A field with its own right, by every name that bodies accept. */
interface GuardedField {
  readonly names: readonly string[];
  readonly right: string;
}

const guardedOf = ({ name, property, alias, right }: Field): readonly GuardedField[] =>
  right === undefined ? [] : [{ right, names: [name, property, ...(alias === undefined ? [] : [alias])] }];

/** Called with everything that a request sends for the resource. */
export type FieldGuard = (inputs: Iterable<object>, caller: Caller | undefined, settings: WireSettings) => void;

/** Rights required by fields, in addition to those of the record. */
export const fieldRights = ({ fields }: Resource): readonly string[] => fields.flatMap(({ right }) => right ?? []);

/**
 * Checks the input of a resource: throws `RightMissing` for a field whose right the caller lacks (wire.md §6, "Rights
 * of fields"). The value does not matter: removing a password also requires the right.
 */
export const fieldGuard = ({ fields }: Resource): FieldGuard => {
  const guarded = fields.flatMap(guardedOf);
  return (inputs, caller, settings) => {
    const lacked = guarded.filter(({ right }) => caller?.holds(right) !== true);
    if (lacked.length === 0) return;
    for (const input of inputs) {
      const missing = lacked.find(({ names }) => names.some((name) => Object.hasOwn(input, name)));
      if (missing) throw new RightMissing(aclId(settings, missing.right));
    }
  };
};
