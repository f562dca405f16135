import { Controller } from '@nestjs/common';

/** Where all REST routes lie once the entrance has taken the store code out of the path (wire.md §1). */
export const REST_BASE = '/rest/V1';

/** A controller below `/rest/V1/`; a leading `pricing/` follows the setting PRICING_SEGMENT. */
export const RestController = (path: string): ClassDecorator => Controller(`${REST_BASE}/${path}`);
