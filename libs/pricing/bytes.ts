import { sizeOf } from '../kernel/index.js';
import type { PriceRow } from './row.js';

/** The frame of a row belongs to its list or matrix, which many rows share. */
const SHARED: ReadonlySet<string> = new Set(['list', 'frame', 'recordType']);

/** Bytes of heap that caching these rows takes. */
export const bytesOfRows = (rows: readonly PriceRow[]): number => sizeOf(rows, SHARED);
