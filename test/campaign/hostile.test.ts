import { hostileOn } from './hostile.js';
import { campaign } from './share.js';

const MIB = 1024 * 1024;

/**
 * The documented limits. A share of the campaign runs next to other tests on a busy machine, so its limits are higher.
 */
const PROMISED = { answerMs: 1000, writeMs: { sqlite: 3000, mysql: 1000 }, residentBytes: 700 * MIB };
const SHARE = { answerMs: 5000, writeMs: { sqlite: 10_000, mysql: 5000 }, residentBytes: 900 * MIB };
const SHARE_SECONDS = 0.5;
/**
 * Runs every attack on SQLite and every second one on MySQL, because most attacks are stopped before they reach the
 * database.
 */
const SHARE_EVERY = { sqlite: 1, mysql: 2 };

const hostile = process.env['CAMPAIGN_SEED'] === undefined ? hostileOn(SHARE, SHARE_EVERY) : hostileOn(PROMISED);
Object.defineProperty(hostile, 'name', { value: 'hostile' });

campaign('attacks do not stop other callers', hostile, SHARE_SECONDS, 'sqlite');
