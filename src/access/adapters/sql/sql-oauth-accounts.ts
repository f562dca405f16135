import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { type OAuthAccount, OAuthAccounts, type StoredCredentials } from '../../ports/accounts.js';

interface AccountRow {
  readonly id: number;
  readonly is_active: number;
  readonly resources: string;
  readonly consumer_key: string;
  readonly consumer_secret: string | null;
  readonly access_token: string;
  readonly access_secret: string | null;
}

const TABLE = 'integration_oauth';

/**
 * OAuth credentials in `integration_oauth`, next to the records in `integration`. Uses plain SQL, because it reads a
 * row for each signed request.
 */
@Injectable()
export class SqlOAuthAccounts extends OAuthAccounts {
  constructor(private readonly database: Database) {
    super();
  }

  async byConsumerKey(key: string): Promise<OAuthAccount | undefined> {
    const row = await this.database.queryOne<AccountRow>(
      'SELECT i.id, i.is_active, i.resources, o.consumer_key, o.consumer_secret, o.access_token, o.access_secret' +
        ` FROM ${TABLE} o JOIN integration i ON i.id = o.integration_id WHERE o.consumer_key = ?`,
      [key],
    );
    return (
      row && {
        id: row.id,
        isActive: row.is_active === 1,
        resources: JSON.parse(row.resources) as readonly string[],
        consumerKey: row.consumer_key,
        consumerSecret: row.consumer_secret,
        accessToken: row.access_token,
        accessSecret: row.access_secret,
      }
    );
  }

  async hasToken(token: string): Promise<boolean> {
    const sql = `SELECT 1 AS one FROM ${TABLE} WHERE access_token = ?`;
    return (await this.database.queryOne(sql, [token])) !== undefined;
  }

  async setterRights(id: number): Promise<readonly string[] | undefined> {
    const row = await this.database.queryOne<{ readonly setter_rights: string }>(
      `SELECT setter_rights FROM ${TABLE} WHERE integration_id = ? AND consumer_secret IS NOT NULL`,
      [id],
    );
    return row && (JSON.parse(row.setter_rights) as readonly string[]);
  }

  async keep(id: number, credentials: StoredCredentials, at: Date): Promise<void> {
    const { consumerKey, consumerSecret, accessToken, accessSecret, setterRights } = credentials;
    const [key, changed] = [
      ['integration_id'],
      ['consumer_key', 'consumer_secret', 'access_token', 'access_secret', 'setter_rights'],
    ];
    const values = [consumerKey, consumerSecret, accessToken, accessSecret, JSON.stringify(setterRights)];
    await this.database.run(this.database.dialect.upsert(TABLE, [...key, ...changed], key, changed), [id, ...values]);
    await this.show(id, consumerKey, at);
    await this.database.enter({ resource: 'integration', id, action: 'oauth_made' });
  }

  async revoke(id: number): Promise<boolean> {
    const { affected } = await this.database.run(
      `UPDATE ${TABLE} SET consumer_secret = NULL, access_secret = NULL WHERE integration_id = ? AND consumer_secret IS NOT NULL`,
      [id],
    );
    if (affected > 0) {
      await this.show(id, null, null);
      await this.database.enter({ resource: 'integration', id, action: 'oauth_ended' });
    }
    return affected > 0;
  }

  private async show(id: number, consumerKey: string | null, at: Date | null): Promise<void> {
    await this.database.run('UPDATE integration SET consumer_key = ?, oauth_created_at = ? WHERE id = ?', [
      consumerKey,
      at,
      id,
    ]);
  }
}
