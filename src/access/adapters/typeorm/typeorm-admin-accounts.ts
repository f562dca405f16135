import { Database, lowerCase } from '../../../../libs/persistence/index.js';
import { Injectable } from '@nestjs/common';
import { type AdminAccount, AdminAccounts } from '../../ports/accounts.js';

interface AccountRow {
  readonly id: number;
  readonly is_active: number;
  readonly password_hash: string;
  readonly token_version: number;
  readonly resources: string;
}

const ACCOUNT =
  'SELECT a.id, a.is_active, s.password_hash, s.token_version, r.resources FROM admin_user a ' +
  'JOIN admin_account s ON s.admin_id = a.id JOIN admin_role r ON r.id = a.role_id';

/** Administrators' passwords and token versions in `admin_account`, beside the records in `admin_user` and `admin_role`. */
@Injectable()
export class TypeOrmAdminAccounts extends AdminAccounts {
  constructor(private readonly database: Database) {
    super();
  }

  byUsername(username: string): Promise<AdminAccount | undefined> {
    return this.find(`${ACCOUNT} WHERE a.username_key = ?`, lowerCase(username));
  }

  byId(id: number): Promise<AdminAccount | undefined> {
    return this.find(`${ACCOUNT} WHERE a.id = ?`, id);
  }

  async open(id: number, passwordHash: string): Promise<void> {
    await this.database.run('INSERT INTO admin_account (admin_id, password_hash, token_version) VALUES (?, ?, 1)', [
      id,
      passwordHash,
    ]);
  }

  async changePassword(id: number, passwordHash: string): Promise<void> {
    await this.database.run('UPDATE admin_account SET password_hash = ? WHERE admin_id = ?', [passwordHash, id]);
  }

  async raiseTokenVersion(id: number): Promise<void> {
    await this.database.run('UPDATE admin_account SET token_version = token_version + 1 WHERE admin_id = ?', [id]);
  }

  async countHolding(right: string): Promise<number> {
    const roles = await this.database.query<{ resources: string; admins: number }>(
      'SELECT r.resources, COUNT(*) AS admins FROM admin_user a JOIN admin_role r ON r.id = a.role_id ' +
        'WHERE a.is_active = 1 GROUP BY r.id, r.resources',
    );
    return roles
      .filter(({ resources }) => rightsIn(resources).includes(right))
      .reduce((sum, { admins }) => sum + Number(admins), 0);
  }

  async lockRights(): Promise<void> {
    await this.database.query(`SELECT id FROM admin_role ORDER BY id${this.database.lock}`);
  }

  private async find(sql: string, key: string | number): Promise<AdminAccount | undefined> {
    const row = await this.database.queryOne<AccountRow>(sql, [key]);
    return (
      row && {
        id: row.id,
        passwordHash: row.password_hash,
        isActive: row.is_active === 1,
        tokenVersion: row.token_version,
        resources: rightsIn(row.resources),
      }
    );
  }
}

const rightsIn = (json: string): readonly string[] => JSON.parse(json) as readonly string[];
