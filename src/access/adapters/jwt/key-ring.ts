import { OperatorFault } from '../../../../libs/kernel/index.js';
import { Jwks, type Fetching } from './jwks.js';
import { type KeysFile, NO_KEYS } from './keys-file.js';
import { isOwn, secretKey, type SigningKey, type VerifyingKey } from './keys.js';

interface KeyRingParts {
  readonly secret: string;
  readonly fetching: Fetching;
  /** Called if the keys of a shop cannot be fetched. */
  failed(error: unknown): void;
}

const nameOf = (kid: string, issuer: string): string => JSON.stringify([kid, issuer]);

const canSign = (key: VerifyingKey | SigningKey): key is SigningKey => 'signs' in key;

/**
 * All keys by `kid` and issuer. Kontor's own key is JWT_SECRET, unless the keys file contains Kontor keys. Then only
 * those are used, and the first one that can sign creates tokens.
 */
export class KeyRing {
  private fixed: ReadonlyMap<string, VerifyingKey> = new Map();
  private shops: readonly Jwks[] = [];
  private signing: SigningKey;

  constructor(
    private readonly parts: KeyRingParts,
    file: KeysFile = NO_KEYS,
  ) {
    this.signing = secretKey(parts.secret);
    this.hang(file);
  }

  /** Replaces the keys. Tokens signed with removed keys stop working immediately. */
  hang(file: KeysFile): void {
    const own = file.keys.filter(isOwn);
    const signing = own.find(canSign);
    if (own.length > 0 && !signing)
      throw new OperatorFault(
        'JWT_KEYS_FILE contains public keys of Kontor, but no key that can sign tokens. Add a private key or a secret.',
      );
    this.signing = signing ?? secretKey(this.parts.secret);
    const keys = signing ? file.keys : [...file.keys, this.signing];
    this.fixed = new Map(keys.map((key) => [nameOf(key.kid, key.issuer), key]));
    this.shops = file.sources.map(
      (source) => new Jwks(source, this.parts.fetching, (error) => this.parts.failed(error)),
    );
  }

  get signingKey(): SigningKey {
    return this.signing;
  }

  /** The key for tokens with this `kid` and issuer. */
  async find(kid: string, issuer: string, now: Date): Promise<VerifyingKey | undefined> {
    const fixed = this.fixed.get(nameOf(kid, issuer));
    if (fixed) return fixed;
    for (const shop of this.shops) {
      const key = shop.source.issuer === issuer ? await shop.byKid(kid, now) : undefined;
      if (key) return key;
    }
    return undefined;
  }
}
