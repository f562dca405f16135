import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { appModule, ROOMS } from '../../src/app.module.js';
import { readSettings } from '../../src/config/config.js';
import { type InvoiceLine, ReplayInvoices } from '../../src/pricing-calc/index.js';
import { Decimal, type Day } from '../../libs/kernel/index.js';
import { invoiceRows } from './questions.js';

/** Result of one pass over all lines. */
export interface Pass {
  readonly lines: number;
  readonly equal: number;
  readonly seconds: number;
}

const PASSES = 3;

const linesOfTheYear = async (): Promise<readonly InvoiceLine[]> => {
  const lines: InvoiceLine[] = [];
  for await (const [
    invoice = '',
    date = '',
    customerNumber = '',
    sku = '',
    qty = '',
    unitPrice = '',
  ] of invoiceRows()) {
    lines.push({
      invoice,
      date: date as Day,
      customerNumber,
      sku,
      qty: new Decimal(qty),
      unitPrice: new Decimal(unitPrice),
    });
  }
  return lines;
};

/**
 * Replays the year several times in this process, whose cache is warm from the second pass on. Prints the result as
 * JSON.
 */
const run = async (): Promise<void> => {
  const settings = readSettings(process.env, ROOMS);
  const app = await NestFactory.createApplicationContext(appModule(settings), { logger: false });
  const replaying = app.get(ReplayInvoices, { strict: false });
  const lines = await linesOfTheYear();
  const passes: Pass[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const began = performance.now();
    let equal = 0;
    for await (const { counts } of replaying.replay(lines)) equal = counts.equal;
    passes.push({ lines: lines.length, equal, seconds: (performance.now() - began) / 1000 });
  }
  await app.close();
  process.stdout.write(JSON.stringify(passes));
};

if (require.main === module) void run();
