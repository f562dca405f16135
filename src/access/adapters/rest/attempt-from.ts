import { currentOrigin } from '../../../../libs/kernel/index.js';
import type { PasswordAttempt } from '../../application/check-password.js';

/** With whose attempts those of the request under way are counted (access.md, "Signing in"). */
export const attemptFrom = (): Required<Pick<PasswordAttempt, 'address' | 'isProxy'>> => {
  const { address = '', isProxy = false } = currentOrigin() ?? {};
  return { address, isProxy };
};
