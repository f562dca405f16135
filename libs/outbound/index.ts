export type { FindAddresses } from './checked-lookup.js';
export { Outbound, type OutboundClient, OUTBOUND_METRICS } from './outbound.js';
export { OutboundModule } from './outbound.module.js';
export { hostIn, isLocalHost } from './proxy.js';
export { isPublicAddress } from './public-address.js';
