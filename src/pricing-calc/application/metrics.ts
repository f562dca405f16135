import { Counter, Histogram } from '../../../libs/kernel/index.js';
import { PRICE_ROWS_LOADED } from '../../../libs/pricing/index.js';

export const PRICES = new Counter({
  name: 'kontor_prices_total',
  help: 'Lines of price requests: priced, or unpriced (unknown product or no price)',
  labels: ['outcome'],
  values: ['priced', 'unpriced'],
});

export const QUOTES = new Counter({
  name: 'kontor_quotes_total',
  help: 'Price requests by source of their data: memory (all of it was cached) or database (some of it was loaded)',
  labels: ['from'],
  values: ['memory', 'database'],
});

export const QUOTE_LINES = new Histogram({
  name: 'kontor_quote_lines',
  help: 'Number of lines per price request',
  bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500],
});

export const PRICING_METRICS = [PRICES, QUOTES, QUOTE_LINES, PRICE_ROWS_LOADED];
