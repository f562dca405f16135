import { runKills } from './run-kills.js';
import { campaign } from './share.js';

campaign('each item of a run is created once despite killed processes, and its code resolves', runKills, 1, 'sqlite');
