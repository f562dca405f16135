import { Counter, Histogram } from '../../../libs/kernel/index.js';
import { PRICE_ROWS_LOADED } from '../../../libs/pricing/index.js';

export const PRICES = new Counter({
  name: 'kontor_prices_total',
  help: 'Lines of price questions: priced, or unpriced (an unknown product, no price for it)',
  labels: ['outcome'],
  told: ['priced', 'unpriced'],
});

export const QUOTES = new Counter({
  name: 'kontor_quotes_total',
  help: 'Price questions, by where all that they asked for came from: memory, database (some of it was loaded)',
  labels: ['from'],
  told: ['memory', 'database'],
});

export const QUOTE_LINES = new Histogram({
  name: 'kontor_quote_lines',
  help: 'Lines of a price question',
  bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500],
});

export const PRICING_METRICS = [PRICES, QUOTES, QUOTE_LINES, PRICE_ROWS_LOADED];
