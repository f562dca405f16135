import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureMethod } from '../../domain/oauth/claim.js';
import { Signing } from '../../ports/signing.js';

const HASHES = { 'HMAC-SHA256': 'sha256', 'HMAC-SHA1': 'sha1' } as const;

export class HmacSigning extends Signing {
  holds(method: SignatureMethod, key: string, text: string, signature: string): boolean {
    const [made, sent] = [createHmac(HASHES[method], key).update(text).digest('base64'), Buffer.from(signature)];
    return made.length === sent.length && timingSafeEqual(Buffer.from(made), sent);
  }
}
