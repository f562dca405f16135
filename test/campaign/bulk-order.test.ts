import { bulkOrder } from './bulk-order.js';
import { campaign } from './share.js';

campaign('rows of one call have the same effect as single calls in that order', bulkOrder, 4);
