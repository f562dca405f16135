import { WholeSetting } from '../../libs/config/index.js';

export class AuditSettings {
  @WholeSetting({
    about:
      'Retention of audit trail entries, in days. Older entries are deleted one whole day at a time; their hashes are kept.',
    default: '400',
    min: 1,
    max: 36500,
  })
  readonly AUDIT_DAYS!: number;
}
