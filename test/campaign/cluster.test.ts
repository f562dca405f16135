import {
  clusterBalanced,
  ClusterGround,
  clusterBulks,
  clusterFaults,
  clusterFields,
  clusterHosts,
  clusterKilled,
  clusterStarts,
  QUICK_SUSPICION,
} from './cluster.js';
import { Random } from './random.js';

const { CAMPAIGN_SEED, CAMPAIGN_ROUNDS } = process.env;
const isCampaign = CAMPAIGN_SEED !== undefined;
const tell = (text: string): void => void (isCampaign && process.stdout.write(`${text}\n`));
/** The documented limits. A share of the campaign runs on a busy machine and gets twice the time. */
const PATIENCE = { nodeMs: 7000, processMs: 12_000, quoteMs: 1000 };
const SHARE_PATIENCE = { nodeMs: 14_000, processMs: 24_000, quoteMs: 3000 };
const SHARE_ROUNDS = 2;
/** Callers pause between calls in a share, because other tests need the machine too. */
const SHARE = { pauseMs: 40 };
const SHARE_TIMEOUT_MS = 420_000;
const SHARE_BULKS = 1;
/** Rounds per start of three servers, and rounds per bulk call. */
const ROUNDS_PER_START = 8;
const ROUNDS_PER_BULK = 3;
const ROUNDS_PER_NODE = 30;
/** Pairs of changes for one round. */
const PAIRS = 10;

describe('servers on a cluster of three nodes', () => {
  let ground: ClusterGround;

  if (!isCampaign) jest.setTimeout(SHARE_TIMEOUT_MS);

  beforeAll(async () => {
    // A share tests concurrent writers, not how long a bulk call takes on a busy machine.
    ground = await ClusterGround.open([], isCampaign ? {} : { ...SHARE, settings: { DEADLINE_BULK_S: '120' } });
  });

  afterAll(() => ground.end());

  it('all start when they start at the same time on a new database', async () => {
    const rounds = isCampaign ? Math.ceil(Number(CAMPAIGN_ROUNDS) / ROUNDS_PER_START) : 1;
    tell(await clusterStarts(ground, rounds));
  });

  it('store bulk calls of thousands of rows during other writes on every node', async () => {
    const rounds = isCampaign ? Math.ceil(Number(CAMPAIGN_ROUNDS) / ROUNDS_PER_BULK) : SHARE_BULKS;
    tell(await clusterBulks(ground, new Random(Number(CAMPAIGN_SEED ?? 1)), rounds));
  });

  it('continue on another node when the only node behind a balancer is killed', async () => {
    const rounds = isCampaign ? Math.ceil(Number(CAMPAIGN_ROUNDS) / ROUNDS_PER_NODE) : 1;
    const patience = isCampaign ? PATIENCE : SHARE_PATIENCE;
    tell(await clusterBalanced(ground, new Random(Number(CAMPAIGN_SEED ?? 1)), rounds, patience));
  });

  it('lose no change when two nodes change different fields of one record at the same time', async () => {
    const rounds = isCampaign ? Number(CAMPAIGN_ROUNDS) : SHARE_ROUNDS;
    tell(await clusterFields(ground, new Random(Number(CAMPAIGN_SEED ?? 1)), rounds * PAIRS));
  });

  it('lose no confirmed write when all nodes are killed within a second', async () => {
    const rounds = isCampaign ? Math.ceil(Number(CAMPAIGN_ROUNDS) / ROUNDS_PER_START) : 1;
    tell(await clusterKilled(ground, new Random(Number(CAMPAIGN_SEED ?? 1)), rounds));
  });

  it('return no old data, lose or repeat no write, and recover in time from any failure', async () => {
    const random = new Random(Number(CAMPAIGN_SEED ?? 20_261_122));
    const rounds = isCampaign ? Number(CAMPAIGN_ROUNDS) : SHARE_ROUNDS;
    tell(await clusterFaults(ground, random, rounds, isCampaign ? PATIENCE : SHARE_PATIENCE));
  });
});

describe('servers that have all nodes of a cluster as database hosts', () => {
  let ground: ClusterGround;

  if (!isCampaign) jest.setTimeout(SHARE_TIMEOUT_MS);

  beforeAll(async () => {
    ground = await ClusterGround.open(QUICK_SUSPICION, isCampaign ? {} : SHARE);
  });

  afterAll(() => ground.end());

  it('return prices within 3 s after the first is killed, lose nothing, and return to it', async () => {
    const rounds = isCampaign ? Math.ceil(Number(CAMPAIGN_ROUNDS) / ROUNDS_PER_NODE) : 1;
    // Return to the first host: two checks of it, five seconds apart, their duration, and the work in progress at the
    // other host.
    const patience = isCampaign ? { quotesMs: 3000, backMs: 30_000 } : { quotesMs: 6000, backMs: 120_000 };
    tell(await clusterHosts(ground, new Random(Number(CAMPAIGN_SEED ?? 1)), rounds, patience));
  });
});
