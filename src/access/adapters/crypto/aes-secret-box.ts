import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SecretBox } from '../../ports/sealed-secrets.js';
import type { SecretKeys } from './secret-keys.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Maximum number of cached decrypted secrets; each signed request needs two. */
const CACHED_MAX = 2000;
/** Maximum number of missing keys that are remembered as already logged. */
const LOGGED_MAX = 1000;

const log = new Logger('access');

const keyIdOf = (sealed: string): string => sealed.split('.', 1)[0] ?? '';

/** AES-256-GCM: `<key id>.<nonce, tag and ciphertext in base64>`, with the owner as authenticated data. */
export class AesSecretBox extends SecretBox {
  private readonly seen = new LRUCache<string, string>({ max: CACHED_MAX });
  private readonly warned = new LRUCache<string, true>({ max: LOGGED_MAX });

  constructor(private readonly keys: SecretKeys) {
    super();
  }

  seal(secret: string, about: string): string {
    const { id, key } = this.keys.newest();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${id}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
  }

  open(sealed: string, about: string): string | undefined {
    const name = `${about} ${sealed}`;
    const seen = this.seen.get(name);
    if (seen !== undefined) return seen;
    const secret = this.opened(sealed, about);
    if (secret === undefined) this.tell(sealed);
    else this.seen.set(name, secret);
    return secret;
  }

  renew(): void {
    this.keys.renew();
  }

  keyId(): string {
    return this.keys.newest().id;
  }

  isUnder(sealed: string, keyId: string): boolean {
    return keyIdOf(sealed) === keyId;
  }

  dropKeysBut(sealed: readonly string[]): void {
    this.keys.dropBut(new Set(sealed.map(keyIdOf)));
  }

  private opened(sealed: string, about: string): string | undefined {
    const [, packed = ''] = sealed.split('.', 2);
    const key = this.keys.byId(keyIdOf(sealed));
    if (!key) return undefined;
    const bytes = Buffer.from(packed, 'base64url');
    try {
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
    } catch {
      return undefined;
    }
  }

  private tell(sealed: string): void {
    if (this.warned.has(sealed)) return;
    this.warned.set(sealed, true);
    log.error(
      `a stored secret cannot be decrypted without the key ${keyIdOf(sealed)}. Add this key to SECRETS_KEY, or create a new secret`,
    );
  }
}
