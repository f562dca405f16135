import { Injectable } from '@nestjs/common';
import { chunks, Database, inList } from '../../../../libs/database/index.js';
import {
  type ErasureOutcome,
  PersonalDataInResource,
  type PersonalRows,
  type TracedSubject,
} from '../../../../libs/records/index.js';

interface DeliveryRow {
  readonly id: number;
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly created_at: string;
}

/** Deliveries, sent or pending, about a person's records or with texts that mention the person. */
@Injectable()
export class PersonalDataInWebhooks extends PersonalDataInResource {
  constructor(private readonly database: Database) {
    super();
  }

  exportedRows(subject: TracedSubject): readonly PersonalRows[] {
    return [['webhook_deliveries', this.rows(subject)]];
  }

  async fates(subject: TracedSubject): Promise<readonly ErasureOutcome[]> {
    const { length: count } = await this.found(subject);
    return [{ fate: 'removed', count, what: 'webhook deliveries' }];
  }

  async erase(subject: TracedSubject): Promise<void> {
    const found = await this.found(subject);
    for (const some of chunks(found.map(({ id }) => Number(id)))) {
      const { text, params } = inList('id', some);
      await this.database.run(`DELETE FROM webhook_delivery WHERE ${text}`, params);
    }
  }

  private async *rows(subject: TracedSubject): AsyncGenerator<object> {
    for (const { event_id: eventId, type, subject: about, created_at: at } of await this.found(subject))
      yield { event_id: eventId, type, subject: about, created_at: at };
  }

  private async found({ records, mentions }: TracedSubject): Promise<readonly DeliveryRow[]> {
    const columns = 'id, event_id, type, subject, created_at';
    const mentioned = mentions.map(() => 'INSTR(payload, ?) > 0').join(' OR ');
    const rows = [
      ...(await this.database.query<DeliveryRow>(
        `SELECT ${columns} FROM webhook_delivery WHERE ${mentioned}`,
        mentions,
      )),
    ];
    const subjects = [...records].flatMap(([resource, ids]) => ids.map((id) => `${resource}:${id}`));
    for (const some of chunks(subjects)) {
      const { text, params } = inList('subject', some);
      rows.push(
        ...(await this.database.query<DeliveryRow>(`SELECT ${columns} FROM webhook_delivery WHERE ${text}`, params)),
      );
    }
    return [...new Map(rows.map((row) => [Number(row.id), row])).values()];
  }
}
