export type { FindAddresses } from './checked-lookup.js';
export {
  Outbound,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundRequest,
  OUTBOUND_METRICS,
} from './outbound.js';
export { OutboundModule } from './outbound.module.js';
export { hostIn, isLocalHost } from './proxy.js';
export { isPublicAddress } from './public-address.js';
