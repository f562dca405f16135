import type { Criteria, Page } from '../../../libs/kernel/index.js';
import type { Outcome, Recorded, RowSaver, SaveOptions } from '../../../libs/records/index.js';

type Values = Readonly<Record<string, unknown>>;

/** Imports document links. An existing link is skipped, because links never change. */
export class LinkSaver implements RowSaver {
  constructor(private readonly links: RowSaver) {}

  search(criteria: Criteria): Promise<Page<Recorded>> {
    return this.links.search(criteria);
  }

  async saveAll(inputs: readonly Values[], options: SaveOptions): Promise<readonly Outcome<Recorded>[]> {
    const outcomes: Outcome<Recorded>[] = [];
    for (const [index, input] of inputs.entries()) {
      const there = await this.find(input);
      const [made] = there ? [] : await this.links.saveAll([input], { ...options, verb: 'create' });
      if (there) outcomes.push({ index, status: 'unchanged', record: there });
      else if (made) outcomes.push({ ...made, index });
    }
    return outcomes;
  }

  private async find(input: Values): Promise<Recorded | undefined> {
    const [document, type, id] = [
      input['customer_document_id'],
      input['link_entity_type'],
      Number(input['link_entity_id'] ?? NaN),
    ];
    if (typeof document !== 'number' || typeof type !== 'string' || !Number.isInteger(id)) return undefined;
    const { items } = await this.links.search({
      groups: [
        [{ property: 'customerDocumentId', condition: 'eq', values: [document] }],
        [{ property: 'linkEntityType', condition: 'eq', values: [type] }],
        [{ property: 'linkEntityId', condition: 'eq', values: [id] }],
      ],
      sort: [],
      page: 1,
      pageSize: 1,
      uncounted: true,
    });
    return items[0];
  }
}
