import { halves } from './halves.js';
import { campaign } from './share.js';

campaign('no reader sees half of a bulk write', halves, 2);
