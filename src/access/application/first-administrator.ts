import { Injectable } from '@nestjs/common';
import { everything, InputRefused, OperatorFault } from '../../../libs/kernel/index.js';
import { SYSTEM } from '../domain/rights.js';
import { Administrators } from './administrators.js';
import { ManageAccounts } from './manage-accounts.js';
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.js';

/**
 * Other processes that start at the same time may create the role and the administrator first; each attempt may lose
 * once.
 */
const TRIES = 4;

/**
 * Checks the password before the migrations run. Otherwise it would be reported later, as an error of the record that
 * hides the password rules.
 */
export const mustFitPolicy = (password: string): void => {
  const characters = [...password].length;
  if (characters < PASSWORD_MIN || characters > PASSWORD_MAX)
    throw new OperatorFault(
      `ADMIN_PASSWORD is invalid. Set it to a password of ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
    );
};

/** Creates the first administrator (running.md, ADMIN_USERNAME and ADMIN_PASSWORD). */
@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly administrators: Administrators,
    private readonly manage: ManageAccounts,
  ) {}

  /**
   * Creates an administrator if there is none; returns whether it did. Of processes that start together, only one
   * creates it.
   */
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
