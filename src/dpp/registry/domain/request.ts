import { digitalLink, isJsonObject, type JsonObject, type PublicPassport } from '../../passport/domain/index.js';
import { operatorUri } from '../../versions/domain/index.js';
import { acceptedOperatorId, type Action, baseOf, partiesOf, upiOf } from './entry.js';

/** Maximum number of requests per file: the registry's own limit for uploads (passports-registry.md). */
export const REQUESTS_MAX = 100;

/**
 * The request for one version. Names follow EN 18222, Table 11, where it defines them. Fields without a value are left
 * out.
 */
export interface RegistryRequest {
  readonly action: Action;
  readonly uniqueProductIdentifier: string;
  readonly digitalProductPassportId: string;
  readonly dppApiEndpoint: string;
  readonly granularity: string;
  /** Model identifier of a batch or item. The URL need not resolve. */
  readonly modelIdentifier?: string;
  /** Batch identifier of an item. The URL need not resolve. */
  readonly batchIdentifier?: string;
  readonly commodityCode?: string;
  readonly uniqueEconomicOperatorIdentifier: string;
  readonly economicOperatorScheme: string;
  readonly backupUniqueEconomicOperatorIdentifier?: string;
  readonly version: number;
  /** Hash of the public bytes that `dppApiEndpoint` returns: `sha-256:` and hex. */
  readonly versionHash: string;
  readonly lastUpdated: string;
}

/** Content of an export file. */
export interface RegistryFile {
  readonly number: number;
  readonly createdAt: string;
  readonly requests: readonly RegistryRequest[];
}

/** Identifiers of the product's model and batch: GS1 Digital Links, else the texts in the passport. */
const above = (view: PublicPassport): Pick<RegistryRequest, 'modelIdentifier' | 'batchIdentifier'> => {
  const { gtin, batch, mpn, sku, granularity } = view;
  const linkOf = (of: string | null): string | undefined =>
    gtin === null ? undefined : digitalLink(baseOf(view), { gtin, batch: of, serial: null });
  return {
    ...(granularity === 'model' ? {} : { modelIdentifier: linkOf(null) ?? mpn ?? sku }),
    ...(granularity === 'item' && batch !== null ? { batchIdentifier: linkOf(batch) ?? batch } : {}),
  };
};

const backupOf = (view: PublicPassport): string | undefined => {
  const { backup_provider: provider } = view as unknown as JsonObject;
  if (!isJsonObject(provider) || typeof provider['operator_id'] !== 'string') return undefined;
  const scheme = provider['id_scheme'];
  return operatorUri(typeof scheme === 'string' ? scheme : null, provider['operator_id']);
};

/** Throws if the operator has no accepted identifier, because such an entry is never exported. */
export const requestOf = (view: PublicPassport, action: Action, versionHash: string): RegistryRequest => {
  const operator = acceptedOperatorId(partiesOf(view));
  if (operator === undefined) throw new Error(`the entry of ${upiOf(view)} has no operator identifier`);
  const backup = backupOf(view);
  return {
    action,
    uniqueProductIdentifier: upiOf(view),
    digitalProductPassportId: view.public_url,
    dppApiEndpoint: `${baseOf(view)}/dpp/v1/dpps/${view.uuid}`,
    granularity: view.granularity,
    ...above(view),
    ...(view.hs_code === null ? {} : { commodityCode: view.hs_code }),
    uniqueEconomicOperatorIdentifier: operatorUri(operator.scheme, operator.value),
    economicOperatorScheme: operator.scheme ?? '',
    ...(backup === undefined ? {} : { backupUniqueEconomicOperatorIdentifier: backup }),
    version: view.version,
    versionHash,
    lastUpdated: view.published_at,
  };
};
