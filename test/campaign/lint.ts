import { type Finding, LINT_RULES } from '../../libs/pricing/index.js';
import { LintPrices } from '../../src/pricing-calc/application/lint-prices.js';
import { SlowLint } from '../reference/slow-lint.js';
import type { World } from '../reference/world.js';
import { pricingOn } from '../support/pricing-services.js';
import { ChangingShop } from './changing-shop.js';
import { DAYS } from './mutations.js';
import { serviceDoor } from './service-door.js';
import { type Ground, mustHold } from './shop.js';

const CHANGES = 20;

const nameOf = ({ rule, resource, id }: Finding): string => `${rule} ${resource} ${id}`;

/** Record types with findings about one product, for which the reference's findings are complete. */
const OF_ONE = new Set(['customerPrice', 'priceListProduct', 'productTierPrice', 'product']);
const EXACT = new Set(['expired', 'empty_list', 'empty_matrix']);

/** A world with only the rows of a tie, with or without swapped IDs, and the buyers who see them. */
const tied = (world: World, { resource, id }: Finding, other: number) => {
  const two = <T extends { readonly id: number }>(rows: readonly T[], [one, second]: readonly [number, number]): T[] =>
    rows.flatMap((row) => (row.id === id ? { ...row, id: one } : row.id === other ? { ...row, id: second } : []));
  const SOMEBODY = 1_000;
  switch (resource) {
    case 'customerPrice': {
      const customerId = world.customerPrices.find((row) => row.id === id)?.customerId ?? null;
      return {
        customerId,
        part: (ids: readonly [number, number]) => ({ customerPrices: two(world.customerPrices, ids) }),
      };
    }
    case 'priceListProduct': {
      const lists = world.lists.map((list) => ({ ...list, customers: [SOMEBODY], groups: [] }));
      return {
        customerId: SOMEBODY,
        part: (ids: readonly [number, number]) => ({ lists, listRows: two(world.listRows, ids) }),
      };
    }
    case 'productTierPrice': {
      const groupId = world.tiers.find((row) => [id, other].includes(row.id) && row.groupId !== null)?.groupId ?? -1;
      return {
        customerId: null,
        groupId,
        part: (ids: readonly [number, number]) => ({ tiers: two(world.tiers, ids) }),
      };
    }
    default:
      return undefined;
  }
};

/**
 * Compares the lint of random shops with a reference that tries every possible quote. For rows of one product, the
 * findings must be the same. For rows of many products, every finding must be true. Ties must be real ties.
 */
export const lint = async ({ database, random, rounds }: Ground): Promise<string> => {
  let moment = new Date(0);
  const app = await pricingOn(database.settings['DATABASE_URL'] ?? '', { now: () => moment, migrate: true });
  const counts = new Map<string, number>();
  try {
    const shop = new ChangingShop(serviceDoor(app), random);
    await shop.open();
    for (let round = 0; round < rounds; round += 1) {
      for (let change = 0; change < CHANGES; change += 1) await shop.change();
      moment = new Date(`${random.pick(['2026-01-01', ...DAYS])}T12:00:00.000Z`);
      const { world } = shop.model;
      const slow = new SlowLint(world, moment);
      let findings: Finding[] = [];
      await app.get(LintPrices, { strict: false }).lint(new Set(LINT_RULES), () => {
        findings = [];
        return (some) => findings.push(...some);
      });
      const reported = new Set(findings.map(nameOf));
      const must = (holds: boolean, name: string, what: string): void =>
        mustHold(holds, `round ${round}, at ${moment.toISOString()}: ${name} ${what}\n${JSON.stringify(world)}`);
      const same = (expected: ReadonlySet<string>, wanted: (finding: Finding) => boolean): void => {
        for (const name of expected) must(reported.has(name), name, 'is not told');
        for (const one of findings)
          if (wanted(one)) must(expected.has(nameOf(one)), nameOf(one), `is told: ${one.message}`);
      };
      same(slow.plain, ({ rule }) => EXACT.has(rule));
      same(slow.unreachable, ({ rule, resource }) => rule === 'unreachable_row' && OF_ONE.has(resource));
      same(slow.losses, ({ rule, resource }) => rule === 'below_cost' && OF_ONE.has(resource));
      const reached = slow.reachedOfMany;
      for (const one of findings) {
        counts.set(one.rule, (counts.get(one.rule) ?? 0) + 1);
        const row = `${one.resource} ${one.id}`;
        if (one.rule === 'unreachable_row') must(!reached.has(row), row, `is reached, but: ${one.message}`);
        if (one.rule !== 'tie') continue;
        for (const other of one.related) {
          const pair = tied(world, one, other);
          if (!pair) continue;
          const isTie = slow.isTie(pair.part, [one.id, other], pair.customerId, pair.groupId);
          must(isTie, row, `is no tie with ${other}: ${one.message}`);
        }
      }
    }
    return `${rounds} shops; findings: ${[...counts].map(([rule, count]) => `${rule} ${count}`).join(', ')}`;
  } finally {
    await app.close();
  }
};
