import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { type SealedSecret, SealedSecrets } from '../../../access/index.js';
import { aboutWebhook } from './sql-webhook-secrets.js';

const COLUMN = 'webhook_secret.sealed';

/** SQL: the secrets of webhooks, for the key rotation. */
@Injectable()
export class SqlSealedWebhookSecrets extends SealedSecrets {
  constructor(private readonly database: Database) {
    super();
  }

  async all(): Promise<readonly SealedSecret[]> {
    const rows = await this.database.query<{ webhook_id: number; sealed: string }>(
      'SELECT webhook_id, sealed FROM webhook_secret',
    );
    return rows.map(({ webhook_id: id, sealed }) => ({
      column: COLUMN,
      holder: 'webhook',
      holderId: id,
      sealed,
      about: aboutWebhook(id),
    }));
  }

  async replace({ holderId, sealed: before }: SealedSecret, sealed: string): Promise<boolean> {
    const { affected } = await this.database.run(
      'UPDATE webhook_secret SET sealed = ? WHERE webhook_id = ? AND sealed = ?',
      [sealed, holderId, before],
    );
    if (affected > 0) await this.database.enter({ resource: 'webhook', id: holderId, action: 'secret_sealed_anew' });
    return affected > 0;
  }
}
