import { Controller } from '@nestjs/common';
import { makeIdempotent } from './idempotency.js';
import { REST_BASE } from '../operations/index.js';

/**
 * A controller below `/rest/V1/`; a leading `pricing/` follows the setting PRICING_SEGMENT. Its writes run once per
 * Idempotency-Key (wire.md, "Sending again"). `base`: another base path.
 */
export const RestController =
  (path: string, base: string = REST_BASE): ClassDecorator =>
  (controller) => {
    makeIdempotent(controller as unknown as abstract new (...args: never[]) => object);
    Controller(`${base}/${path}`)(controller);
  };
