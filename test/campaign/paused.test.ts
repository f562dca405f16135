import { paused } from './paused.js';
import { campaign } from './share.js';

campaign('a process that was stopped answers no older price', paused, 30);
