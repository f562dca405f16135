import { addColumns } from '../migration.js';
import { NULL, varchar } from '../tables/shape.js';

/** IDs of the request and the trace that the caller sent; `request_id` and `trace_id` are our own (audit.md). */
export const ADD_AUDIT_CALLER_IDS = addColumns('20261127030000-audit-caller-ids', 'audit_act', [
  varchar('caller_request_id', 255, NULL),
  varchar('caller_trace_id', 32, NULL),
]);
