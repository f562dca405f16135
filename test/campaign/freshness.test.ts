import { freshness } from './freshness.js';
import { campaign } from './share.js';

campaign('no price is older than a write that was confirmed before the request', freshness, 75);
