import { WholeSetting } from '../../libs/config/index.js';

/** What the operator sets of the audit trail. */
export class AuditSettings {
  @WholeSetting({
    about: 'Days that entries of the audit trail are kept; whole days go, what proves them stays',
    default: '400',
    min: 1,
    max: 36500,
  })
  readonly AUDIT_DAYS!: number;
}
