export { LintPrices } from './application/lint-prices.js';
export { QuoteLimits } from './application/quote-limits.js';
export {
  type InvoiceLine,
  type ReplayCounts,
  type ReplayDifference,
  ReplayInvoices,
} from './application/replay-invoices.js';
