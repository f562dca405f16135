import type { Migration } from '../database/index.js';
import type { ChangeScope } from '../kernel/index.js';
import type { Operation, ServiceToken } from '../operations/index.js';
import type { DeclaredPriceCode, PriceChecks, PriceSource } from '../pricing/index.js';
import type { RecordBytes, Resource } from '../records/index.js';

interface Scope {
  readonly scope: ChangeScope;
  /** Its place among those that readers of price changes are told of; where there is none, no price depends on it. */
  readonly rank?: number;
}

/**
 * All that a room brings, as data (architecture.md, "The manifest"). Tables, references, migrations, scopes and price
 * codes are those of all rooms; a room that is left out gives nothing else.
 */
export interface RoomManifest {
  /** Its folder; the word of ADD_ONS where it can be left out. */
  readonly name: string;
  readonly resources: readonly Resource[];
  readonly migrations: readonly Migration[];
  readonly operations: readonly Operation[];
  /** The resources whose services others use: imports, exports, simulations. */
  readonly services?: readonly Resource[];
  /** Paths below which every script of a browser may read; those of them below which none may. */
  readonly openPaths?: readonly string[];
  readonly closedPaths?: readonly string[];
  /** Paths below `/V1`, of which what follows opens something without a token, and is never logged. */
  readonly secretPaths?: readonly string[];
  /** What keeps files of its records. */
  readonly recordBytes?: ServiceToken<RecordBytes>;
  /** What its changes are about; a scope of another room may be written as well. */
  readonly scopes?: readonly Scope[];
  /** Under which codes its price sources offer prices. */
  readonly priceCodes?: readonly DeclaredPriceCode[];
  /** Where prices come from, and what is said about them. */
  readonly priceSources?: readonly ServiceToken<PriceSource>[];
  readonly priceChecks?: readonly ServiceToken<PriceChecks>[];
}
