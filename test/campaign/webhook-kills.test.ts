import { campaign } from './share.js';
import { webhookKills } from './webhook-kills.js';

campaign('each event comes, in order, with the same id, whoever is killed', webhookKills, 1, 'sqlite');
