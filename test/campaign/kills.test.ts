import { kills } from './kills.js';
import { campaign } from './share.js';

campaign('a killed server keeps all writes that it confirmed', kills, 1);
