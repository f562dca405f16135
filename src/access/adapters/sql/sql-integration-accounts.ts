import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { type IntegrationAccount, IntegrationAccounts, type SetSecret } from '../../ports/accounts.js';

interface AccountRow {
  readonly id: number;
  readonly is_active: number;
  readonly resources: string;
  readonly setter_rights: string | null;
}

const rightsIn = (json: string): readonly string[] => JSON.parse(json) as readonly string[];

/**
 * Digests of integrations' tokens in `integration_account`, next to the records in `integration`. Uses plain SQL,
 * because it reads a row for each token.
 */
@Injectable()
export class SqlIntegrationAccounts extends IntegrationAccounts {
  constructor(private readonly database: Database) {
    super();
  }

  byTokenDigest(digest: string): Promise<IntegrationAccount | undefined> {
    return this.find(
      'integration_account t JOIN integration i ON i.id = t.integration_id WHERE t.token_digest = ?',
      digest,
    );
  }

  byId(id: number): Promise<IntegrationAccount | undefined> {
    return this.find('integration i LEFT JOIN integration_account t ON t.integration_id = i.id WHERE i.id = ?', id);
  }

  async dropToken(id: number): Promise<boolean> {
    const { affected } = await this.database.run('DELETE FROM integration_account WHERE integration_id = ?', [id]);
    if (affected > 0) await this.database.enter({ resource: 'integration', id, action: 'token_revoked' });
    return affected > 0;
  }

  async keepToken(id: number, token: SetSecret): Promise<void> {
    const [key, changed] = [['integration_id'], ['token_digest', 'setter_rights']];
    const upsert = this.database.dialect.upsert('integration_account', [...key, ...changed], key, changed);
    await this.database.run(upsert, [id, token.hash, JSON.stringify(token.setterRights)]);
    await this.database.enter({ resource: 'integration', id, action: 'token_made' });
  }

  private async find(from: string, key: string | number): Promise<IntegrationAccount | undefined> {
    const row = await this.database.queryOne<AccountRow>(
      `SELECT i.id, i.is_active, i.resources, t.setter_rights FROM ${from}`,
      [key],
    );
    return (
      row && {
        id: row.id,
        isActive: row.is_active === 1,
        resources: rightsIn(row.resources),
        setterRights: row.setter_rights === null ? undefined : rightsIn(row.setter_rights),
      }
    );
  }
}
