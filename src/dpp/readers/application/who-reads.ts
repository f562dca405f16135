import { Injectable } from '@nestjs/common';
import { Clock, NotSignedIn } from '../../../../libs/kernel/index.js';
import { type Grant, isGood } from '../domain/grant.js';
import { GrantTokens } from '../ports/grant-tokens.js';
import { Grants } from '../ports/grants.js';

const TOKEN_MAX = 200;

/** Who has a token, as of now: a grant that is revoked or over is none, in every process. */
@Injectable()
export class WhoReads {
  constructor(
    private readonly grants: Grants,
    private readonly tokens: GrantTokens,
    private readonly clock: Clock,
  ) {}

  /** Undefined for a token that is no good. */
  async grantOf(token: string): Promise<Grant | undefined> {
    if (token.length > TOKEN_MAX) return undefined;
    const grant = await this.grants.byToken(this.tokens.digestOf(token));
    return grant && isGood(grant, this.clock.now()) ? grant : undefined;
  }

  /** Nobody without a token; `NotSignedIn` for one that is no good. */
  async byToken(token: string | undefined): Promise<Grant | undefined> {
    if (token === undefined) return undefined;
    const grant = await this.grantOf(token);
    if (!grant) throw new NotSignedIn('self');
    return grant;
  }
}
