import { paused } from './paused.js';
import { campaign } from './share.js';

campaign('a process that was paused returns no outdated price', paused, 30);
