import { Injectable, Logger } from '@nestjs/common';
import { Clock, Transactions } from '../../../../libs/kernel/index.js';
import { Database } from '../../../../libs/database/index.js';
import { WEBHOOKS_SWITCHED_OFF } from '../../application/metrics.js';
import { DisableWebhook } from '../../ports/disable-webhook.js';

/** SQL: one statement, and what the audit trail says of it. */
@Injectable()
export class SqlDisableWebhook extends DisableWebhook {
  private readonly log = new Logger('webhooks');

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {
    super();
  }

  async run(webhookId: number, why: 'gone' | 'failing' | 'owner'): Promise<void> {
    const wasOn = await this.transactions.write(async () => {
      const at = this.clock.now();
      const { affected } = await this.database.run(
        'UPDATE webhook SET is_active = 0, switched_off = ?, switched_off_at = ? WHERE id = ? AND is_active = 1',
        [why, at, webhookId],
      );
      if (affected > 0)
        await this.database.enter({
          resource: 'webhook',
          id: webhookId,
          action: 'updated',
          changes: { is_active: [1, 0], switched_off: [null, why] },
        });
      return affected > 0;
    });
    if (!wasOn) return;
    WEBHOOKS_SWITCHED_OFF.add(1, why);
    this.log.warn({ msg: 'webhook_switched_off', webhook: webhookId, why });
  }
}
