import { InputRefused } from '../../../../libs/kernel/index.js';

/** Maximum total size of payloads, views or documents on one page of a search, in characters. */
const PAGE_MAX = 16 * 1024 * 1024;

/** Larger pages would block other requests while they are read and written. */
export const mustBeLight = (characters: number): void => {
  if (characters > PAGE_MAX)
    throw InputRefused.sentence(
      'This page exceeds %max characters. Request fewer entries with searchCriteria[pageSize].',
      { max: PAGE_MAX },
    );
};
