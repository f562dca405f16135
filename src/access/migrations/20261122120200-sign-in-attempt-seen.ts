import { addIndex, index } from '../../../libs/database/index.js';

/** What is to be forgotten is found by when it was last touched. */
export const SIGN_IN_ATTEMPT_SEEN = addIndex(
  '20261122120200-sign-in-attempt-seen',
  'sign_in_attempt',
  index('sign_in_attempt_seen', 'seen_at'),
);
