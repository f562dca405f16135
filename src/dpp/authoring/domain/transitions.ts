import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { Status } from '../../passport/domain/index.js';

/** Allowed status changes (passports.md, "Life cycle"). From `archived` to `draft` needs a new version. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['active', 'published'],
  active: ['draft', 'published'],
  published: ['archived'],
  archived: [],
};

/** The fault of a status change, naming both states; undefined if allowed. */
export const transitionFault = (from: Status, to: Status): Fault | undefined => {
  if (NEXT[from].includes(to)) return undefined;
  if (from === 'archived' && to === 'draft')
    return sentence('An archived version cannot become %to. Create a revision, which is a new version.', {
      from,
      to,
    });
  const nexts = NEXT[from];
  return sentence(
    nexts.length === 0
      ? 'The passport is %from and cannot become %to. Create a revision, which is a new version.'
      : 'The passport is %from and cannot become %to. Allowed next statuses: %next.',
    nexts.length === 0 ? { from, to } : { from, to, next: nexts.join(', ') },
  );
};
