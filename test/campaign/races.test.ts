import { races } from './races.js';
import { campaign } from './share.js';

campaign('exactly one of several equal concurrent POST requests succeeds', races, 2);
