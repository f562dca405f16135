import { refuse } from '../../../../libs/kernel/index.js';
import { carryOver, type CarryOver, type TemplateDocument } from '../../templates/domain/index.js';
import type { StoredVersion } from '../ports/passport-book.js';
import { type PassportChange, readPassport } from './read-passport.js';

/** What another template says itself; of the rest only what nobody has said yet. */
const TEMPLATE: ReadonlySet<string> = new Set(['templateCode', 'templateVersion', 'dppPayload']);

/** What changes of a version under another template, and what becomes of its values. `InputRefused` if it can't be. */
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
  // A field that says something keeps what it says.
  const sent = Object.entries(change).filter(
    ([property]) => TEMPLATE.has(property) || (before as unknown as Record<string, unknown>)[property] === null,
  );
  return { change: Object.fromEntries(sent), carried, lost };
};
