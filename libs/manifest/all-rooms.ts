import { EVERYTHING, Words } from '../kernel/index.js';
import type { Migration } from '../database/index.js';
import type { Operation } from '../operations/index.js';
import { PRICE_CODES, PRICE_SCOPES, PriceCodes } from '../pricing/index.js';
import type { Resource } from '../records/index.js';
import type { RoomManifest } from './room-manifest.js';

/** What the manifests of all rooms come to, whether or not they are installed: what is stored outlives what is installed. */
export class AllRooms {
  readonly resources: readonly Resource[];
  readonly migrations: readonly Migration[];
  readonly priceCodes: PriceCodes;
  readonly words: Words;

  constructor(readonly manifests: readonly RoomManifest[]) {
    this.resources = manifests.flatMap(({ resources }) => resources);
    this.migrations = manifests.flatMap(({ migrations }) => migrations);
    this.priceCodes = new PriceCodes(manifests.flatMap(({ priceCodes = [] }) => priceCodes));
    const scopes = manifests
      .flatMap(({ scopes: own = [] }) => own)
      .flatMap(({ scope, rank }) => (rank === undefined ? [] : [{ scope, rank }]))
      .sort((one, other) => one.rank - other.rank)
      .map(({ scope }) => scope);
    this.words = new Words(
      new Map([
        [PRICE_CODES, this.priceCodes.all],
        [PRICE_SCOPES, [...scopes, EVERYTHING]],
      ]),
    );
  }

  /** Those that a room offers, with the words of all rooms. */
  operationsOf({ operations }: RoomManifest): readonly Operation[] {
    return this.words.in(operations);
  }
}
