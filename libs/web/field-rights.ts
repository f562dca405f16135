import { RightMissing } from '../kernel/index.js';
import type { Field, Resource } from '../records/index.js';
import type { Caller } from '../operations/index.js';
import { aclId, type WireSettings } from './settings.js';

/** A field that needs a right of its own, by every name that a body may use. */
interface GuardedField {
  readonly names: readonly string[];
  readonly right: string;
}

const guardedOf = ({ name, property, alias, right }: Field): readonly GuardedField[] =>
  right === undefined ? [] : [{ right, names: [name, property, ...(alias === undefined ? [] : [alias])] }];

/** Asked with all that a request sends of the resource. */
export type FieldGuard = (inputs: Iterable<object>, caller: Caller | undefined, settings: WireSettings) => void;

/** The rights that fields of a record ask for beside those of the record itself. */
export const fieldRights = ({ fields }: Resource): readonly string[] => fields.flatMap(({ right }) => right ?? []);

/**
 * Judges what a caller sends of a resource: `RightMissing` for a field that needs a right which the caller hasn't got
 * (wire.md §6, "Rights of fields"). Whatever its value is: taking a password away is setting it too.
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
