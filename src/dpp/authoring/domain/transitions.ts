import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import type { Status } from '../../passport/domain/index.js';

/**
 * Where a version may go from where it is (passports.md, "Its life"). To `draft` from `archived` only as a new version.
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
    return sentence(
      'An archived version cannot become %to, because %from → %to needs a new version. Create a revision.',
      {
        from,
        to,
      },
    );
  const nexts = NEXT[from];
  return sentence(
    nexts.length === 0
      ? 'The passport is %from and cannot become %to. Only a new version can follow %from.'
      : 'The passport is %from and cannot become %to. From %from it can become %next.',
    nexts.length === 0 ? { from, to } : { from, to, next: nexts.join(', ') },
  );
};
