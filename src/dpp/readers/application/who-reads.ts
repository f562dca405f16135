import { Injectable } from '@nestjs/common';
import { Clock, NotSignedIn } from '../../../../libs/kernel/index.js';
import { type Grant, isValid } from '../domain/grant.js';
import { Grants } from '../ports/grants.js';

const TOKEN_MAX = 200;

/** Looks up tokens on every request, so a revoked or expired grant is invalid in every process at once. */
@Injectable()
export class WhoReads {
  constructor(
    private readonly grants: Grants,
    private readonly clock: Clock,
  ) {}

  /** Undefined for an invalid token. */
  async grantOf(token: string): Promise<Grant | undefined> {
    if (token.length > TOKEN_MAX) return undefined;
    const grant = await this.grants.byToken(token);
    return grant && isValid(grant, this.clock.now()) ? grant : undefined;
  }

  /** Undefined without a token; `NotSignedIn` for an invalid one. */
  async byToken(token: string | undefined): Promise<Grant | undefined> {
    if (token === undefined) return undefined;
    const grant = await this.grantOf(token);
    if (!grant) throw new NotSignedIn('self');
    return grant;
  }
}
