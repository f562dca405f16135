import { indexes } from '../migration.js';
import { index } from '../tables/shape.js';

/** What is to be forgotten is found by when it was last touched. */
export const signInAttemptSeen = indexes(
  '20261122120200-sign-in-attempt-seen',
  'sign_in_attempt',
  index('sign_in_attempt_seen', 'seen_at'),
);
