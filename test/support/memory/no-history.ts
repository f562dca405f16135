import { InputRefused } from '../../../libs/kernel/index.js';
import { RecordHistory } from '../../../libs/records/index.js';

/** Records in memory have no audit trail. */
export class NoHistory extends RecordHistory {
  asOf(): Promise<never> {
    return Promise.reject(
      InputRefused.sentence('The audit trail starts later, so earlier versions of the record are not available.'),
    );
  }
}
