import { lint } from './lint.js';
import { campaign } from './share.js';

campaign('the price check reports for each row what pricing all combinations shows', lint, 6);
