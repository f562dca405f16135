import type { Migration } from '../../../libs/database/index.js';
import { CREATE_MATRIX } from './20261121140200-matrix.js';
import { CREATE_MATRIX_CONDITION } from './20261121140300-matrix-condition.js';
import { CREATE_MATRIX_CUSTOMER } from './20261121140400-matrix-customer.js';
import { MATRIX_UPDATED_AT } from './20261121180007-updated-at.js';

/** Append new migrations at the end. */
export const MATRIX_MIGRATIONS: readonly Migration[] = [
  CREATE_MATRIX,
  CREATE_MATRIX_CONDITION,
  CREATE_MATRIX_CUSTOMER,
  ...MATRIX_UPDATED_AT,
];
