import { digitalLink, type PassportVersion } from '../../passport/domain/index.js';
import type { PassportUrls } from './public-view.js';

type Named = Pick<PassportVersion, 'uuid' | 'sku' | 'storeId' | 'gtin' | 'batch' | 'serial'>;

/** The public addresses of a passport under the address at which the service is reached. */
export const passportUrls = ({ sku, storeId, batch, serial, uuid }: Named, baseUrl: string): PassportUrls => {
  const narrowed = [
    ...(batch === null ? [] : [`&batch=${encodeURIComponent(batch)}`]),
    ...(serial === null ? [] : [`&serial=${encodeURIComponent(serial)}`]),
  ].join('');
  const page = `${baseUrl}/dpp/${uuid}`;
  return {
    publicUrl: page,
    qrUrl: `${page}/qr.svg`,
    jsonldUrl: `${baseUrl}/rest/V1/dpp/passport/${encodeURIComponent(sku)}/jsonld?storeId=${storeId}${narrowed}`,
  };
};

/** What a QR code says: the GS1 Digital Link if there is a GTIN, else the address of the page (passports-public.md). */
export const qrTarget = ({ gtin, batch, serial, uuid }: Named, baseUrl: string): string =>
  gtin === null ? `${baseUrl}/dpp/${uuid}` : digitalLink(baseUrl, { gtin, batch, serial });
