import { type Criteria, invalidValue, type Page } from '../../../libs/kernel/index.js';
import { ofExisting, type Recorded, Records, RowRefused, type UniqueKey } from '../../../libs/records/index.js';
import type { EntityType } from '../domain/document.js';

export interface EntityLink extends Recorded {
  readonly customerDocumentId: number;
  readonly linkEntityType: EntityType;
  readonly linkEntityId: number;
}

interface StoredLink extends EntityLink {
  readonly salesEntityId: number;
}

interface Entity extends Recorded {
  readonly entityType: string;
  readonly entityId: number;
}

/**
 * Exposes links by type and ID of the sales entity. They are stored with a foreign key, so that the database guarantees
 * that the entity exists.
 */
export class LinksToEntities<E extends Entity> extends Records<EntityLink> {
  constructor(
    private readonly stored: Records<StoredLink>,
    private readonly entities: Records<E>,
    private readonly entityKey: UniqueKey<E>,
  ) {
    super();
  }

  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, EntityLink>> {
    return this.stored.byIds(ids);
  }

  search(criteria: Criteria): Promise<Page<EntityLink>> {
    return this.stored.search(criteria);
  }

  override idsOf(groups: Criteria['groups']): Promise<readonly number[]> {
    return this.stored.idsOf(groups);
  }

  async insert(records: readonly EntityLink[]): Promise<readonly number[]> {
    const samples = records.map(
      ({ linkEntityType, linkEntityId }) => ({ entityType: linkEntityType, entityId: linkEntityId }) as Partial<E>,
    );
    const entities = await this.entities.byKey(this.entityKey, samples);
    return this.stored.insert(
      records.map((record, index) => {
        const entity = entities[index];
        if (!entity)
          throw new RowRefused(
            index,
            invalidValue('link_entity_id', record.linkEntityId, ofExisting('entity_id', record.linkEntityType)),
          );
        return { ...record, salesEntityId: entity.id };
      }),
    );
  }

  remove(ids: readonly number[]): Promise<void> {
    return this.stored.remove(ids);
  }

  /** Links cannot be updated. Delete a link and create another one instead (documents.md, "Records"). */
  update(): Promise<void> {
    throw new Error('a link is never changed');
  }

  byKey(): Promise<readonly (EntityLink | undefined)[]> {
    throw new Error('a link is found by its id alone');
  }
}
