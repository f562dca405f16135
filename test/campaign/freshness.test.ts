import { freshness } from './freshness.js';
import { campaign } from './share.js';

campaign('no price is older than a write that was answered before', freshness, 75);
