import { campaign } from './share.js';
import { webhookKills } from './webhook-kills.js';

campaign('each event arrives in order and with the same ID, even if processes are killed', webhookKills, 1, 'sqlite');
