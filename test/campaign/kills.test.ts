import { kills } from './kills.js';
import { campaign } from './share.js';

campaign('a killed server has kept what it answered', kills, 1);
