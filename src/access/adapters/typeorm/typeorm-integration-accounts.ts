import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/persistence/index.js';
import { type IntegrationAccount, IntegrationAccounts } from '../../ports/accounts.js';

interface AccountRow {
  readonly id: number;
  readonly is_active: number;
  readonly resources: string;
}

/** Digests of integrations' tokens in `integration_account`, beside the records in `integration`. */
@Injectable()
export class TypeOrmIntegrationAccounts extends IntegrationAccounts {
  constructor(private readonly database: Database) {
    super();
  }

  async byTokenDigest(digest: string): Promise<IntegrationAccount | undefined> {
    const row = await this.database.queryOne<AccountRow>(
      'SELECT i.id, i.is_active, i.resources FROM integration_account t ' +
        'JOIN integration i ON i.id = t.integration_id WHERE t.token_digest = ?',
      [digest],
    );
    return (
      row && {
        id: row.id,
        isActive: row.is_active === 1,
        resources: JSON.parse(row.resources) as readonly string[],
      }
    );
  }

  async keepTokenDigest(id: number, digest: string | null): Promise<void> {
    if (digest === null) {
      await this.database.run('DELETE FROM integration_account WHERE integration_id = ?', [id]);
      return;
    }
    const columns = ['integration_id', 'token_digest'];
    const upsert = this.database.dialect.upsert('integration_account', columns, ['integration_id'], ['token_digest']);
    await this.database.run(upsert, [id, digest]);
  }
}
