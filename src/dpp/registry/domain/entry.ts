import { digitalLink, type Manufacturer, type Party, type PublicPassport } from '../../passport/domain/index.js';

/** States of an entry for the EU registry. Only the registry's answer sets `registered` or `rejected`. */
export const ENTRY_STATES = ['pending', 'exported', 'registered', 'rejected'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** The action that an export requests: `update` if an earlier version was exported. */
export type Action = 'register' | 'update';

export const PROBLEMS = ['operator_identifier', 'proof_hash'] as const;
export type Problem = (typeof PROBLEMS)[number];

/** Operator identifier schemes that the registry accepts, as far as known (passports-registry.md). */
export const ACCEPTED_SCHEMES = ['lei', 'vat', 'ntr', 'eid'] as const;

interface Parties {
  readonly parties: readonly Pick<Party, 'role' | 'ids' | 'since'>[];
  readonly manufacturer: Pick<Manufacturer, 'operatorId' | 'idScheme'> | null;
}

type OperatorId = Party['ids'][number];

/**
 * The first accepted identifier of the party that placed the product on the market: the importers, else the
 * manufacturer. Operators that took over later (`since`) do not count.
 */
export const acceptedOperatorId = ({ parties, manufacturer }: Parties): OperatorId | undefined => {
  const first = parties.filter(({ since }) => since === null);
  const importers = first.filter(({ role }) => role === 'importer');
  const makers = first.filter(({ role }) => role === 'manufacturer');
  const said = manufacturer?.operatorId ?? null;
  const ids =
    importers.length > 0
      ? importers.flatMap((party) => party.ids)
      : [
          ...(said === null ? [] : [{ scheme: manufacturer?.idScheme ?? null, value: said }]),
          ...makers.flatMap((party) => party.ids),
        ];
  return ids.find(({ scheme }) => ACCEPTED_SCHEMES.some((accepted) => accepted === scheme));
};

/** The parties of a public object. Public objects leave out fields without a value. */
export const partiesOf = ({ parties, manufacturer }: PublicPassport): Parties => ({
  parties: (parties ?? []).map(({ role, ids, since }) => ({ role, ids, since: since ?? null }) as Party),
  manufacturer: manufacturer && { operatorId: manufacturer.operator_id, idScheme: manufacturer.id_scheme },
});

const PAGE = /\/dpp\/[^/]+$/;

/** The base URL of the service when the version was published. */
export const baseOf = ({ public_url: page }: PublicPassport): string => page.replace(PAGE, '');

/** The unique product identifier: the GS1 Digital Link, else the address of the page. */
export const upiOf = (view: PublicPassport): string =>
  view.gtin === null ? view.public_url : digitalLink(baseOf(view), { ...view, gtin: view.gtin });

/** The entry of a published version for the EU registry. Its identifiers are derived from the version. */
export interface RegistryEntry {
  /** ID of the published version. */
  readonly id: number;
  readonly passportId: number;
  readonly version: number;
  /** `productKey` of the product identifier. */
  readonly product: number;
  readonly state: EntryState;
  readonly problem: Problem | null;
  /** Number of the export that contains the entry; null before the export. */
  readonly exportId: number | null;
  readonly action: Action | null;
  readonly registrationId: string | null;
  /** Time of the answer, as stated by the registry. */
  readonly at: Date | null;
  readonly message: string | null;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A short key for finding the entries of an identifier. Different identifiers can have the same key (FNV-1a, 31 bits).
 */
export const productKey = (upi: string): number => {
  let key = FNV_OFFSET;
  for (const byte of Buffer.from(upi)) key = Math.imul(key ^ byte, FNV_PRIME);
  return key & 0x7fffffff;
};

/** A published version that waits for registration. */
export type QueuedEntry = Pick<RegistryEntry, 'id' | 'passportId' | 'version' | 'product' | 'problem'>;

export const queuedEntry = (versionId: number, view: PublicPassport): QueuedEntry => ({
  id: versionId,
  passportId: view.passport_id,
  version: view.version,
  product: productKey(upiOf(view)),
  problem: acceptedOperatorId(partiesOf(view)) ? null : 'operator_identifier',
});
