import type { SignatureMethod } from '../domain/oauth/claim.js';

/** Message authentication codes, as OAuth signs with them. */
export abstract class Signing {
  /** Whether this is the signature, in base64, of the text under the key; in constant time. */
  abstract holds(method: SignatureMethod, key: string, text: string, signature: string): boolean;
}
