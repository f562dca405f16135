import { sizeOf } from '../kernel/index.js';
import type { PriceRow } from './row.js';

/** What frames a row belongs to its list or matrix, which many rows share. */
const SHARED: ReadonlySet<string> = new Set(['list', 'frame', 'recordType']);

/** What remembering these rows costs. */
export const bytesOfRows = (rows: readonly PriceRow[]): number => sizeOf(rows, SHARED);
