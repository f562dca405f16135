import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type LinkClaims, LinkSeals } from '../../ports/link-seals.js';

/** Purpose of the derived key, so that its tokens are not valid for anything else. */
const PURPOSE = 'kontor customer-documents link v1';
const KEY_BYTES = 32;

const FORM = /^([\w-]{1,200})\.([\w-]{43})$/;
const CLAIMS = /^(\d{1,10})\.([0-9a-f]{64})\.(\d{1,10})\.(\d{1,10})\.(\d{1,15})$/;

/** HMAC-SHA-256 with a key derived from the application's secret, used only for links (documents.md, "Links"). */
export class HmacLinkSeals extends LinkSeals {
  private readonly key: Buffer;

  constructor(secret: string) {
    super();
    this.key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
  }

  seal({ documentId, contentHash, customerId, websiteId, expiresAt }: LinkClaims): string {
    const text = [documentId, contentHash, customerId, websiteId, expiresAt.getTime()].join('.');
    const claims = Buffer.from(text).toString('base64url');
    return `${claims}.${this.sealOf(claims)}`;
  }

  open(token: string): LinkClaims | undefined {
    const [, claims = '', seal = ''] = FORM.exec(token) ?? [];
    // Compares texts, because several base64 texts can encode the same bytes.
    if (claims === '' || !timingSafeEqual(Buffer.from(seal), Buffer.from(this.sealOf(claims)))) return undefined;
    const [, documentId, contentHash = '', customerId, websiteId, expires] =
      CLAIMS.exec(Buffer.from(claims, 'base64url').toString()) ?? [];
    if (documentId === undefined) return undefined;
    return {
      documentId: Number(documentId),
      contentHash,
      customerId: Number(customerId),
      websiteId: Number(websiteId),
      expiresAt: new Date(Number(expires)),
    };
  }

  hashOf(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  private sealOf(claims: string): string {
    return createHmac('sha256', this.key).update(claims).digest('base64url');
  }
}
