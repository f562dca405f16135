export type { FindAddresses } from './checked-lookup.js';
export { OUTBOUND_METRICS } from './metrics.js';
export { Outbound, type OutboundAnswer, type OutboundClient, type OutboundRequest } from './outbound.js';
export { OutboundModule } from './outbound.module.js';
export { hostIn, isLocalHost } from './hosts.js';
export { isPublicAddress } from './public-address.js';
