export { LintPrices } from './application/lint-prices.js';
export {
  type InvoiceLine,
  type ReplayCounts,
  type ReplayDifference,
  ReplayInvoices,
  type ReplayOptions,
  type ReplayStep,
} from './application/replay-invoices.js';
