import { refuse } from '../../../../libs/kernel/index.js';
import { carryOver, type CarryOver, type TemplateDocument } from '../../templates/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { type PassportChange, readPassport } from './read-passport.js';

/** Fields that always come from the new template. Other fields change only if they are empty. */
const TEMPLATE: ReadonlySet<string> = new Set(['templateCode', 'templateVersion', 'dppPayload']);

/** Changes of a version under another template, and the outcome for each value. `InputRefused` if not possible. */
export const carriedPassport = (
  before: StoredVersion,
  from: TemplateDocument,
  to: TemplateDocument,
): Pick<CarryOver, 'carried' | 'lost'> & { readonly change: PassportChange } => {
  const { payload, envelope, carried, lost } = carryOver(before.dppPayload, from, to);
  const { change, faults } = readPassport(
    { ...envelope, template_code: to.code, template_version: to.version, dpp_payload: payload },
    'change',
  );
  refuse(faults);
  // A field that has a value keeps it.
  const sent = Object.entries(change).filter(
    ([property]) => TEMPLATE.has(property) || (before as unknown as Record<string, unknown>)[property] === null,
  );
  return { change: Object.fromEntries(sent), carried, lost };
};
