import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { addressKey, TooManyRequests } from '../../../../libs/kernel/index.js';
import { LIMITED, RateCounter, requestContextOf } from '../../../../libs/web/index.js';
import { DppSettings } from '../../passport/index.js';

/** 429: the address has used up its searches of the public list for this minute. */
class ListedTooFast extends TooManyRequests {
  constructor(limit: number, resetS: number) {
    super(
      resetS,
      `Too many searches of the public list: the limit is ${limit} per minute for your IP address (DPP_LIST_PER_MINUTE). Wait ${resetS} s, then search less often.`,
    );
  }
}

/** Limits how fast one address can copy the public list (passports-public.md, "What may be searched"). */
@Injectable()
export class ListRate {
  private readonly counter: RateCounter;

  constructor(private readonly settings: DppSettings) {
    this.counter = new RateCounter(settings.listPerMinute);
  }

  /** Throws `TooManyRequests` above the limit. */
  take(request: Request): void {
    const limit = this.settings.listPerMinute;
    const { origin } = requestContextOf(request);
    if (limit === 0 || origin.isProxy) return;
    const { isExceeded, resetS } = this.counter.take(addressKey(origin.address));
    if (!isExceeded) return;
    LIMITED.add(1, 'address');
    throw new ListedTooFast(limit, resetS);
  }
}
