import { bulkRaces } from './bulk-races.js';
import { campaign } from './share.js';

campaign('bulk calls at once store each record once', bulkRaces, 1);
