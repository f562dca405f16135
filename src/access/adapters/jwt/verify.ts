import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { VerifyingKey } from './keys.js';

export type Payload = Readonly<Record<string, unknown>>;

interface Carrier {
  readonly token: string;
}

const strategies = new WeakMap<VerifyingKey, Strategy>();

/** One strategy for each key, so that the library itself holds the token to the key's algorithm, issuer and audience. */
const strategyOf = (key: VerifyingKey): Strategy => {
  let strategy = strategies.get(key);
  if (!strategy) {
    strategy = new Strategy(
      {
        jwtFromRequest: (request) => (request as unknown as Carrier).token,
        // The library takes key objects; its types don't know that. A text would be parsed again for each token.
        secretOrKey: key.verifies as unknown as Buffer,
        algorithms: [key.algorithm],
        issuer: key.issuer,
        audience: key.audience,
        // Time is judged by our own clock: `isInForce`.
        ignoreExpiration: true,
        jsonWebTokenOptions: { ignoreNotBefore: true },
      },
      (payload: unknown, done: (error: unknown, payload: unknown) => void) => done(null, payload),
    );
    strategies.set(key, strategy);
  }
  return strategy;
};

/** The payload of a token that this key has signed; undefined if it hasn't. */
export const verified = (key: VerifyingKey, token: string): Promise<Payload | undefined> =>
  new Promise((resolve, reject) => {
    // Like passport itself: each attempt is a copy of the strategy that knows where to report.
    const attempt = Object.assign(Object.create(strategyOf(key)) as Strategy, {
      success: (payload: unknown) =>
        resolve(typeof payload === 'object' && payload !== null ? (payload as Payload) : undefined),
      fail: () => resolve(undefined),
      error: reject,
    });
    attempt.authenticate({ token } satisfies Carrier as unknown as Request);
  });
