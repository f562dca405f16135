import { Database, lowerCase } from '../../../../libs/database/index.js';
import { Injectable } from '@nestjs/common';
import { type AdminAccount, AdminAccounts, type SetSecret } from '../../ports/accounts.js';

interface AccountRow {
  readonly id: number;
  readonly is_active: number;
  readonly password_hash: string;
  readonly setter_rights: string | null;
  readonly token_version: number;
  readonly resources: string;
}

const ACCOUNT =
  'SELECT a.id, a.is_active, s.password_hash, s.setter_rights, s.token_version, r.resources FROM admin_user a ' +
  'JOIN admin_account s ON s.admin_id = a.id JOIN admin_role r ON r.id = a.role_id';

/** Stored instead of a removed password, because the column is NOT NULL. No hash is empty. */
const NO_PASSWORD = '';

const rightsIn = (json: string): readonly string[] => JSON.parse(json) as readonly string[];

const accountOf = (row: AccountRow): AdminAccount => ({
  id: row.id,
  passwordHash: row.password_hash === NO_PASSWORD ? null : row.password_hash,
  setterRights: row.setter_rights === null ? undefined : rightsIn(row.setter_rights),
  isActive: row.is_active === 1,
  tokenVersion: row.token_version,
  resources: rightsIn(row.resources),
});

/**
 * Administrators' passwords and token versions in `admin_account`, next to the records in `admin_user` and
 * `admin_role`. Uses plain SQL, because it reads a row for each token and updates rows only if they have not changed
 * since they were read.
 */
@Injectable()
export class SqlAdminAccounts extends AdminAccounts {
  constructor(private readonly database: Database) {
    super();
  }

  byUsername(username: string): Promise<AdminAccount | undefined> {
    return this.find(`${ACCOUNT} WHERE a.username_key = ?`, lowerCase(username));
  }

  byId(id: number): Promise<AdminAccount | undefined> {
    return this.find(`${ACCOUNT} WHERE a.id = ?`, id);
  }

  async ofRole(roleId: number): Promise<readonly AdminAccount[]> {
    return (await this.database.query<AccountRow>(`${ACCOUNT} WHERE a.role_id = ? ORDER BY a.id`, [roleId])).map(
      accountOf,
    );
  }

  async open(id: number, password: SetSecret | undefined): Promise<void> {
    await this.database.run(
      'INSERT INTO admin_account (admin_id, password_hash, setter_rights, token_version) VALUES (?, ?, ?, 1)',
      [id, password?.hash ?? NO_PASSWORD, JSON.stringify(password?.setterRights ?? [])],
    );
  }

  async changePassword(id: number, { hash, setterRights }: SetSecret): Promise<void> {
    await this.database.run('UPDATE admin_account SET password_hash = ?, setter_rights = ? WHERE admin_id = ?', [
      hash,
      JSON.stringify(setterRights),
      id,
    ]);
    await this.enter(id, 'password_changed');
  }

  async changeOwnPassword(id: number, former: string, passwordHash: string): Promise<boolean> {
    const { affected } = await this.database.run(
      'UPDATE admin_account SET password_hash = ? WHERE admin_id = ? AND password_hash = ?',
      [passwordHash, id, former],
    );
    if (affected === 1) await this.enter(id, 'password_changed');
    return affected === 1;
  }

  async dropPassword(id: number): Promise<void> {
    await this.database.run(
      'UPDATE admin_account SET password_hash = ?, setter_rights = NULL, token_version = token_version + 1 ' +
        'WHERE admin_id = ?',
      [NO_PASSWORD, id],
    );
    await this.enter(id, 'password_lost');
  }

  async raiseTokenVersion(id: number): Promise<void> {
    await this.database.run('UPDATE admin_account SET token_version = token_version + 1 WHERE admin_id = ?', [id]);
    await this.enter(id, 'tokens_ended');
  }

  async countHolding(right: string): Promise<number> {
    const roles = await this.database.query<{ resources: string; admins: number }>(
      'SELECT r.resources, COUNT(*) AS admins FROM admin_user a JOIN admin_role r ON r.id = a.role_id ' +
        'JOIN admin_account s ON s.admin_id = a.id WHERE a.is_active = 1 AND s.password_hash <> ? ' +
        'GROUP BY r.id, r.resources',
      [NO_PASSWORD],
    );
    return roles
      .filter(({ resources }) => rightsIn(resources).includes(right))
      .reduce((sum, { admins }) => sum + Number(admins), 0);
  }

  async lockRights(): Promise<void> {
    await this.database.query(`SELECT id FROM admin_role ORDER BY id${this.database.lock}`);
  }

  private enter(id: number, action: string): Promise<void> {
    return this.database.enter({ resource: 'admin', id, action });
  }

  private async find(sql: string, key: string | number): Promise<AdminAccount | undefined> {
    const row = await this.database.queryOne<AccountRow>(sql, [key]);
    return row && accountOf(row);
  }
}
