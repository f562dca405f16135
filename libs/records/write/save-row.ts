import { InputRefused, refuse } from '../../kernel/index.js';
import type { Recorded } from '../declare/definition.js';
import { RowRefused } from '../ports.js';
import type { RecordWriter } from './record-writer.js';
import type { Row, SaveVerb } from './row.js';

/** Saves one row that has been read, inside the caller's transaction, and answers its record. Throws what refuses it. */
export const saveRow = async <T extends Recorded>(
  writer: RecordWriter<T>,
  row: Row,
  verb: Exclude<SaveVerb, 'upsert'>,
): Promise<T> => {
  refuse(row.faults);
  const [existing] = await writer.findExisting([row], verb);
  if (!existing) throw new Error('each row is answered, also where nothing is found');
  if (existing.refusal) throw existing.refusal;
  const merged = writer.merge(existing);
  refuse(merged.faults);
  if (merged.status !== 'unchanged') {
    try {
      await writer.write([merged]);
    } catch (error) {
      throw error instanceof RowRefused ? new InputRefused(...error.faults) : error;
    }
    writer.log({ previous: merged.previous, next: merged.record });
  }
  const [answered] = merged.status === 'unchanged' ? [merged.record] : await writer.answered([merged.record]);
  return answered ?? merged.record;
};
