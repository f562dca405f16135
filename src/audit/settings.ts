import { WholeSetting } from '../../libs/config/index.js';

export class AuditSettings {
  @WholeSetting({
    about: 'Days to keep entries of the audit trail. Older entries are deleted in whole days; their hashes are kept',
    default: '400',
    min: 1,
    max: 36500,
  })
  readonly AUDIT_DAYS!: number;
}
