import { digitalLink } from '../../passport/domain/index.js';

/** Absolute public URLs of a passport. */
export interface PassportUrls {
  /** The page URL, `…/dpp/{uuid}`. */
  readonly publicUrl: string;
  readonly qrUrl: string;
  readonly jsonldUrl: string;
}

interface Named {
  readonly uuid: string;
  readonly sku: string;
  readonly storeId: number;
  readonly batch: string | null;
  readonly serial: string | null;
}

/** The page URL, which is also the passport's identifier for other systems. */
export const pageUrl = (uuid: string, baseUrl: string): string => `${baseUrl}/dpp/${uuid}`;

/** Public URLs of a passport, based on the base URL of the service. */
export const passportUrls = ({ sku, storeId, batch, serial, uuid }: Named, baseUrl: string): PassportUrls => {
  const narrowed = [
    ...(batch === null ? [] : [`&batch=${encodeURIComponent(batch)}`]),
    ...(serial === null ? [] : [`&serial=${encodeURIComponent(serial)}`]),
  ].join('');
  const page = pageUrl(uuid, baseUrl);
  return {
    publicUrl: page,
    qrUrl: `${page}/qr.svg`,
    jsonldUrl: `${baseUrl}/rest/V1/dpp/passport/${encodeURIComponent(sku)}/jsonld?storeId=${storeId}${narrowed}`,
  };
};

/** Content of the QR code: the GS1 Digital Link if there is a GTIN, else the page URL (passports-public.md). */
export const qrTarget = (
  { gtin, batch, serial, uuid }: Pick<Named, 'uuid' | 'batch' | 'serial'> & { readonly gtin: string | null },
  baseUrl: string,
): string => (gtin === null ? pageUrl(uuid, baseUrl) : digitalLink(baseUrl, { gtin, batch, serial }));
