import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../libs/database/index.js';
import { SecretBox } from '../../../access/index.js';
import { WebhookSecrets } from '../../ports/webhook-secrets.js';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

interface SecretRow {
  readonly sealed: string;
}

/** Whose a sealed secret is. */
export const aboutWebhook = (webhookId: number): string => `webhook ${webhookId}`;

/** SQL: sealed, so that a copied database alone signs nothing. */
@Injectable()
export class SqlWebhookSecrets extends WebhookSecrets {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {
    super();
  }

  async find(webhookId: number, now: number): Promise<readonly string[]> {
    const rows = await this.database.query<SecretRow>(
      'SELECT sealed FROM webhook_secret WHERE webhook_id = ? AND (ends_at IS NULL OR ends_at > ?) ORDER BY id DESC',
      [webhookId, now],
    );
    return rows.flatMap(({ sealed }) => this.box.open(sealed, aboutWebhook(webhookId)) ?? []);
  }

  async create(webhookId: number, formerEnd: number): Promise<string> {
    const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    // Two former ones are never in force: the one before the last ends now.
    await this.database.run('DELETE FROM webhook_secret WHERE webhook_id = ? AND ends_at IS NOT NULL', [webhookId]);
    await this.database.run('UPDATE webhook_secret SET ends_at = ? WHERE webhook_id = ?', [formerEnd, webhookId]);
    await this.database.run('INSERT INTO webhook_secret (webhook_id, sealed, ends_at) VALUES (?, ?, NULL)', [
      webhookId,
      this.box.seal(secret, aboutWebhook(webhookId)),
    ]);
    await this.database.enter({ resource: 'webhook', id: webhookId, action: 'secret_made' });
    return secret;
  }

  async end(webhookId: number): Promise<void> {
    const { affected } = await this.database.run('DELETE FROM webhook_secret WHERE webhook_id = ?', [webhookId]);
    if (affected > 0) await this.database.enter({ resource: 'webhook', id: webhookId, action: 'secrets_ended' });
  }
}
