import { JwtService } from '@nestjs/jwt';
import { Passport } from 'passport';
import { ExtractJwt, Strategy, type VerifiedCallback } from 'passport-jwt';
import type { KeyRing } from './key-ring.js';
import { ALGORITHMS, type VerifyingKey } from './keys.js';

type Payload = Readonly<Record<string, unknown>>;

export interface SignedToken {
  readonly key: VerifyingKey;
  readonly payload: Payload;
}

/** A request object with the token, as passport expects it. */
interface TokenRequest {
  readonly headers: { readonly authorization: string };
  readonly now: Date;
  key?: VerifyingKey;
}

type Authenticate = (request: TokenRequest, response: unknown, next: (error: unknown) => void) => void;

/** Maximum length; longer tokens are never valid. */
const TOKEN_LENGTH_MAX = 8 * 1024;

const jwt = new JwtService({});

const objectIn = (value: unknown): Payload | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : undefined;

/** Verifies signatures with passport-jwt and the key for the token's `kid` and issuer. */
export class TokenVerifier {
  private readonly passport = new Passport();

  constructor(private readonly ring: KeyRing) {
    const strategy = new Strategy(
      {
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKeyProvider: (request: TokenRequest, token: string, done) =>
          void this.signerOf(token, request.now)
            .then((key) => {
              request.key = key;
              // The library accepts key objects, although its types do not. A string would be parsed for each token.
              done(null, key.verifies as unknown as Buffer);
            })
            .catch(done),
        algorithms: [...ALGORITHMS],
        // `isInForce` checks the time with Kontor's clock.
        ignoreExpiration: true,
        jsonWebTokenOptions: { ignoreNotBefore: true },
        passReqToCallback: true,
      },
      ({ key }: TokenRequest, payload: Payload, done: VerifiedCallback) => {
        const isForUs = key && [payload['aud']].flat().includes(key.audience);
        done(null, isForUs && ({ key, payload } satisfies SignedToken));
      },
    );
    this.passport.use(strategy);
  }

  /** Undefined unless the token is signed by the key that it names, for that key's audience. */
  verify(token: string, now: Date): Promise<SignedToken | undefined> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, signed?: SignedToken | false): void =>
        error ? reject(error) : resolve(signed || undefined);
      const authenticate = this.passport.authenticate('jwt', { session: false }, done) as Authenticate;
      authenticate({ headers: { authorization: `Bearer ${token}` }, now }, undefined, reject);
    });
  }

  /** The key that the token names. Nothing is verified yet. Throws if the key is unknown. */
  private async signerOf(token: string, now: Date): Promise<VerifyingKey> {
    const said = token.length > TOKEN_LENGTH_MAX ? undefined : objectIn(jwt.decode(token, { complete: true }));
    const [header, payload] = [objectIn(said?.['header']), objectIn(said?.['payload'])];
    const [kid, issuer] = [header?.['kid'], payload?.['iss']];
    // `crit` lists extensions that must be supported, and none are.
    if (!header || typeof kid !== 'string' || typeof issuer !== 'string' || 'crit' in header)
      throw new Error('a token that names no key');
    const key = await this.ring.find(kid, issuer, now);
    if (!key || key.algorithm !== header['alg']) throw new Error('a token of no key and algorithm of ours');
    return key;
  }
}
