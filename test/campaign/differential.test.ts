import { differential } from './differential.js';
import { campaign } from './share.js';

campaign('the engine answers and explains what the slow reference does', differential, 60);
