import { campaign } from './share.js';
import { uploads } from './uploads.js';

campaign('a killed server keeps the files that it confirmed, and the cleanup finds the others', uploads, 1);
