import { Injectable } from '@nestjs/common';
import type { RecordChange, RecordHooks } from '../../../libs/records/index.js';
import { Deliveries } from '../ports/deliveries.js';
import type { WebhookRecord } from '../webhook.record.js';

/** A webhook receives events from its creation or activation on, and none after its deletion. */
@Injectable()
export class WebhookHooks implements RecordHooks<WebhookRecord> {
  constructor(private readonly deliveries: Deliveries) {}

  async stored(batch: readonly RecordChange<WebhookRecord>[]): Promise<void> {
    const begun = batch.flatMap(({ previous, next }) =>
      next && next.isActive === 1 && previous?.isActive !== 1 ? [next.id] : [],
    );
    const gone = batch.flatMap(({ previous, next }) => (previous && !next ? [previous.id] : []));
    if (begun.length > 0) await this.deliveries.begin(begun);
    if (gone.length > 0) await this.deliveries.end(gone);
  }
}
