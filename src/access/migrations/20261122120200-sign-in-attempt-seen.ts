import { AddIndex, index } from '../../../libs/database/index.js';

/** What is to be forgotten is found by when it was last touched. */
export class AddSignInAttemptSeen extends AddIndex {
  readonly name = '20261122120200-sign-in-attempt-seen';
  readonly table = 'sign_in_attempt';
  readonly index = index('sign_in_attempt_seen', 'seen_at');
}
