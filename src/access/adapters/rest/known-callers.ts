import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../libs/operations/index.js';
import { Callers } from '../../../../libs/web/index.js';
import { Recognise } from '../../application/recognise.js';

@Injectable()
export class KnownCallers extends Callers {
  constructor(private readonly recognise: Recognise) {
    super();
  }

  byToken(token: string): Promise<Caller | undefined> {
    return this.recognise.bearer(token);
  }
}
