import { jobKills } from './job-kills.js';
import { campaign } from './share.js';

campaign('calls that run later are done once each, whatever their processes suffer', jobKills, 4, 'mysql');
