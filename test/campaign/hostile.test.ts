import { hostileOn } from './hostile.js';
import { campaign } from './share.js';

const MIB = 1024 * 1024;

/** The promised figures; a share runs beside other tests, on a machine that may be busy, so has more of both. */
const PROMISED = { answerMs: 1000, writeMs: { sqlite: 3000, mysql: 1000 }, residentBytes: 700 * MIB };
const SHARE = { answerMs: 5000, writeMs: { sqlite: 10_000, mysql: 5000 }, residentBytes: 900 * MIB };
const SHARE_SECONDS = 0.5;
/** Most of them end in front of the database. */
const SHARE_EVERY = { sqlite: 1, mysql: 2 };

const hostile = process.env['CAMPAIGN_SEED'] === undefined ? hostileOn(SHARE, SHARE_EVERY) : hostileOn(PROMISED);
Object.defineProperty(hostile, 'name', { value: 'hostile' });

campaign('an attacker stops nobody', hostile, SHARE_SECONDS, 'sqlite');
