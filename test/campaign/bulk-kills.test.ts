import { bulkKills } from './bulk-kills.js';
import { campaign } from './share.js';

campaign('a call that is sent again after a kill goes on where it stopped and is done once', bulkKills, 1, 'mysql');
