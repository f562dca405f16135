import { bulkKills } from './bulk-kills.js';
import { campaign } from './share.js';

campaign('a call that is sent again after a kill is done once', bulkKills, 1);
