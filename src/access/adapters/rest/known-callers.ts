import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../libs/operations/index.js';
import { Callers, type SignedCaller, type SignedRequest } from '../../../../libs/web/index.js';
import { Recognise } from '../../application/recognise.js';
import { VerifySignature } from '../../application/verify-signature.js';

@Injectable()
export class KnownCallers extends Callers {
  constructor(
    private readonly recognise: Recognise,
    private readonly verify: VerifySignature,
  ) {
    super();
  }

  byToken(token: string): Promise<Caller | undefined> {
    return this.recognise.bearer(token);
  }

  bySignature(request: SignedRequest): Promise<SignedCaller> {
    return this.verify.verify(request);
  }

  byAccount(account: Pick<Caller, 'kind' | 'id'>): Promise<Caller | undefined> {
    return this.recognise.account(account);
  }
}
