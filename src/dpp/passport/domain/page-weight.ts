import { InputRefused } from '../../../../libs/kernel/index.js';

/** How much the payloads, views or documents of one page of a search may hold together, in characters. */
const PAGE_MAX = 16 * 1024 * 1024;

/** Whoever asks for more would hold up everybody else while it is read and written. */
export const mustBeLight = (characters: number): void => {
  if (characters > PAGE_MAX)
    throw InputRefused.sentence(
      'This page exceeds %max characters. Request fewer entries with searchCriteria[pageSize].',
      { max: PAGE_MAX },
    );
};
