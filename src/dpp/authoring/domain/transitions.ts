import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { Status } from '../../passport/domain/index.js';

/**
 * Where a version may go from where it is (passports.md, "Life cycle"). To `draft` from `archived` only as a new
 * version.
 */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  draft: ['active', 'published'],
  active: ['draft', 'published'],
  published: ['archived'],
  archived: [],
};

/** What is wrong with that step, naming both states; undefined if it may be taken. */
export const transitionFault = (from: Status, to: Status): Fault | undefined => {
  if (NEXT[from].includes(to)) return undefined;
  if (from === 'archived' && to === 'draft')
    return sentence("An archived version can't become %to: %from → %to is a new version (make a revision).", {
      from,
      to,
    });
  const nexts = NEXT[from];
  return sentence(
    nexts.length === 0
      ? "The passport is %from and can't become %to; nothing follows on %from but a new version."
      : "The passport is %from and can't become %to; from %from it can become %next.",
    nexts.length === 0 ? { from, to } : { from, to, next: nexts.join(', ') },
  );
};
