import type { Criteria, Page } from '../../../libs/kernel/index.js';
import { type Recorded, type RecordParts, RecordService, type Resource } from '../../../libs/records/index.js';

/** Records that are listed by their position where no other order is asked for (documents.md, "Records"). */
export class ByPosition<T extends Recorded> extends RecordService<T> {
  constructor(resource: Resource<T>, parts: RecordParts<T>) {
    super(resource, parts);
  }

  override search(criteria: Criteria): Promise<Page<T>> {
    const sort = criteria.sort.length > 0 ? criteria.sort : ([{ property: 'position', direction: 'ASC' }] as const);
    return super.search({ ...criteria, sort });
  }
}
