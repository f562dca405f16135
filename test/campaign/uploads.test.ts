import { campaign } from './share.js';
import { uploads } from './uploads.js';

campaign('a killed server has kept the files that it answered, and the sweep finds the rest', uploads, 1);
