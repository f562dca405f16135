import { bulkRaces } from './bulk-races.js';
import { campaign } from './share.js';

campaign('concurrent bulk calls store each record once', bulkRaces, 1);
