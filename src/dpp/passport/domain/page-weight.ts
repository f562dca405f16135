import { InputRefused } from '../../../../libs/kernel/index.js';

/** Maximum total size of payloads, views or documents on one search page, in characters. */
const PAGE_MAX = 16 * 1024 * 1024;

/** Refuses larger pages, because reading and writing them would block other requests. */
export const mustBeLight = (characters: number): void => {
  if (characters > PAGE_MAX)
    throw InputRefused.sentence(
      'This page exceeds %max characters. Request fewer entries with searchCriteria[pageSize].',
      { max: PAGE_MAX },
    );
};
