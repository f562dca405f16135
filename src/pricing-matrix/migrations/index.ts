import type { Migration } from '../../../libs/database/index.js';
import { CreateMatrix } from './20261121140200-matrix.js';
import { CreateMatrixCondition } from './20261121140300-matrix-condition.js';
import { CreateMatrixCustomer } from './20261121140400-matrix-customer.js';
import {
  AddMatrixUpdatedAt,
  AddMatrixConditionUpdatedAt,
  AddMatrixCustomerUpdatedAt,
} from './20261121180007-updated-at.js';

/** The steps of the room's tables; a new one stands at the end. */
export const MATRIX_MIGRATIONS: readonly Migration[] = [
  new CreateMatrix(),
  new CreateMatrixCondition(),
  new CreateMatrixCustomer(),
  new AddMatrixUpdatedAt(),
  new AddMatrixConditionUpdatedAt(),
  new AddMatrixCustomerUpdatedAt(),
];
