import { races } from './races.js';
import { campaign } from './share.js';

campaign('of equal POSTs at once one wins', races, 2);
