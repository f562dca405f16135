import { bulkOrder } from './bulk-order.js';
import { campaign } from './share.js';

campaign('rows of one call act as they do one after the other', bulkOrder, 4);
