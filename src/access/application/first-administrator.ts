import { Injectable } from '@nestjs/common';
import { everything, InputRefused, OperatorFault } from '../../../libs/kernel/index.js';
import { SYSTEM } from '../domain/rights.js';
import { Administrators } from './administrators.js';
import { ManageAccounts } from './manage-accounts.js';
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.js';

/** Each other process that starts at the same moment can be quicker with the role and with the administrator. */
const TRIES = 4;

/**
 * Checks the password before the migrations run. The record's refusal would come later and hide the password and its
 * fault.
 */
export const mustFitPolicy = (password: string): void => {
  const characters = [...password].length;
  if (characters < PASSWORD_MIN || characters > PASSWORD_MAX)
    throw new OperatorFault(`ADMIN_PASSWORD is invalid. Set it to ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
};

/** Makes the first administrator (running.md, ADMIN_USERNAME and ADMIN_PASSWORD). */
@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly administrators: Administrators,
    private readonly manage: ManageAccounts,
  ) {}

  /** Whether it made one: only where there is no administrator at all; of processes that start together one does. */
  async ensure(username: string, password: string): Promise<boolean> {
    for (let tried = 1; ; tried += 1) {
      const { total } = await this.administrators.as(SYSTEM).search(everything(1));
      if (total > 0) return false;
      try {
        await this.manage.createAdmin({ username, password });
        return true;
      } catch (error) {
        if (!(error instanceof InputRefused)) throw error;
        if (tried === TRIES)
          throw new OperatorFault(`ADMIN_USERNAME or ADMIN_PASSWORD is invalid: ${error.message}`, { cause: error });
      }
    }
  }
}
