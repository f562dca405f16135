import { lint } from './lint.js';
import { campaign } from './share.js';

campaign('the lint says of each row what asking everything says', lint, 6);
