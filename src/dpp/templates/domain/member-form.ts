import { type Fault, invalidValue } from '../../../../libs/kernel/index.js';
import type { Json, JsonObject } from '../../passport/domain/index.js';

/** What a member of an object may contain, as a check and as the rule in an error message. */
export interface MemberForm {
  readonly is: (value: Json) => boolean;
  readonly rule: string;
}

/** Faults of the members that have a form. */
export const formFaults = (
  forms: Readonly<Record<string, MemberForm>>,
  members: JsonObject,
  path: string,
): readonly Fault[] =>
  Object.entries(members).flatMap(([name, member]) => {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    return form === undefined || form.is(member) ? [] : [invalidValue(`${path}.${name}`, member, form.rule)];
  });
