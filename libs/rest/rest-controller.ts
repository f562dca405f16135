import { Controller } from '@nestjs/common';
import { makeIdempotent } from './idempotency.js';
import { REST_BASE } from '../operations/index.js';

/**
 * A controller below `/rest/V1/`; a leading `pricing/` follows the setting PRICING_SEGMENT. What its handlers write is
 * done once for each Idempotency-Key (wire.md, "Sending again"). `base`: where else it lies.
 */
export const RestController =
  (path: string, base: string = REST_BASE): ClassDecorator =>
  (controller) => {
    makeIdempotent(controller as unknown as abstract new (...args: never[]) => object);
    Controller(`${base}/${path}`)(controller);
  };
