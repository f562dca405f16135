import { bulkKills } from './bulk-kills.js';
import { campaign } from './share.js';

campaign(
  'a call that is repeated after a kill continues where it stopped and takes effect once',
  bulkKills,
  1,
  'mysql',
);
