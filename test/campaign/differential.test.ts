import { differential } from './differential.js';
import { campaign } from './share.js';

campaign('the engine returns and explains the same prices as the slow reference', differential, 60);
