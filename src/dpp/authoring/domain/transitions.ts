import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { Status } from '../../passport/domain/index.js';

/** Allowed status changes (passports.md, "Life cycle"). An archived passport returns to draft only in a new version. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['active', 'published'],
  active: ['draft', 'published'],
  published: ['archived'],
  archived: [],
};

/** Fault for a forbidden status change, which names both states; undefined if the change is allowed. */
export const transitionFault = (from: Status, to: Status): Fault | undefined => {
  if (NEXT[from].includes(to)) return undefined;
  if (from === 'archived' && to === 'draft')
    return sentence('An archived version cannot return to the status "%to". Create a revision instead.', {
      from,
      to,
    });
  const nexts = NEXT[from];
  return sentence(
    nexts.length === 0
      ? 'The passport has the status "%from", which cannot change to "%to". Create a revision instead.'
      : 'The passport has the status "%from", which cannot change to "%to". Allowed next statuses: %next.',
    nexts.length === 0 ? { from, to } : { from, to, next: nexts.join(', ') },
  );
};
