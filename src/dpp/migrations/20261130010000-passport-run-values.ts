import { addColumn, json, NULL } from '../../../libs/database/index.js';

/** Values that an item of a run has of its own, until it is published (passports.md, "Runs of serial numbers"). */
export const PASSPORT_RUN_VALUES = addColumn(
  '20261130010000-passport-run-values',
  'passport',
  json('run_values', NULL),
);
