import { jobKills } from './job-kills.js';
import { campaign } from './share.js';

campaign('asynchronous calls take effect once each, even if their processes are killed', jobKills, 4, 'mysql');
