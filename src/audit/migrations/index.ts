import type { Migration } from '../../../libs/database/index.js';
import { CREATE_AUDIT_CHAIN } from './20261125200200-audit-chain.js';
import { CREATE_AUDIT_DAY } from './20261125200300-audit-day.js';
import { CREATE_AUDIT_EVENT } from './20261125200400-audit-event.js';

export const AUDIT_MIGRATIONS: readonly Migration[] = [CREATE_AUDIT_CHAIN, CREATE_AUDIT_DAY, CREATE_AUDIT_EVENT];
