import { type Kind, kinds, ownDatabase } from '../bench/database.js';
import { migrateByTemplate } from '../support/databases.js';
import { Random } from './random.js';
import type { Ground } from './shop.js';

const { CAMPAIGN_SEED, CAMPAIGN_ROUNDS, CAMPAIGN_DATABASE } = process.env;
const SHARE_SEED = 20_261_121;
const PATIENCE_MS = 86_400_000;
/** Time limit of a share, on a machine that may be busy. */
const SHARE_PATIENCE_MS = 600_000;

/** The databases of a campaign. `shareOn` selects the database for the share of a long campaign, if it is available. */
const databases = (shareOn?: Kind): readonly Kind[] => {
  if (CAMPAIGN_SEED === undefined) return shareOn !== undefined && kinds().includes(shareOn) ? [shareOn] : kinds();
  return kinds().filter((kind) => CAMPAIGN_DATABASE === undefined || kind === CAMPAIGN_DATABASE);
};

/**
 * Declares a campaign as a test on each database. With `npm run campaign`, it uses the given seed and rounds; otherwise
 * it runs a small share, which is always the same.
 */
export const campaign = (
  rule: string,
  run: (ground: Ground) => Promise<string>,
  share: number,
  shareOn?: Kind,
): void => {
  describe.each(databases(shareOn))(`${run.name} on %s`, (kind) => {
    it(
      rule,
      async () => {
        const database = await ownDatabase(kind);
        try {
          await migrateByTemplate(kind, String(database.settings['DATABASE_URL']));
          const random = new Random(Number(CAMPAIGN_SEED ?? SHARE_SEED));
          const summary = await run({ database, random, rounds: Number(CAMPAIGN_ROUNDS ?? share) });
          if (CAMPAIGN_SEED !== undefined) process.stdout.write(`${run.name} on ${kind}: ${summary}\n`);
        } finally {
          await database.drop();
        }
      },
      CAMPAIGN_SEED === undefined ? SHARE_PATIENCE_MS : PATIENCE_MS,
    );
  });
};
