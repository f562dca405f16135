import { createTable } from '../migration.js';
import { id, index, instant, json, unique, varchar } from '../tables/shape.js';

/** Answers of calls that their sender may repeat (bulk.md, "Sending again"). */
export const CREATE_KEPT_ANSWER = createTable(
  '20261121150000-kept-answer',
  'kept_answer',
  [
    id(),
    varchar('caller', 64),
    varchar('route', 128),
    varchar('call_key', 255),
    varchar('digest', 64),
    instant('at'),
    json('answer'),
  ],
  [unique('kept_answer_call', 'caller', 'route', 'call_key'), index('kept_answer_at', 'at')],
);
