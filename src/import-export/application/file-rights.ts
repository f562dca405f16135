import type { Columns } from '../domain/source-row.js';
import { type Criteria, InputRefused, refuse, RightMissing, sentence, shown } from '../../../libs/kernel/index.js';
import {
  keyedCriteria,
  namesOf,
  type References,
  type RowSavers,
  type SentCriteria,
  typeCriteria,
} from '../../../libs/records/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import { asCsv, type RecordFile } from './record-file.js';

/**
 * Rights for files: importing a file requires the right to save its records, and exporting it requires the right to
 * read them.
 */
export class FileRights {
  constructor(
    private readonly files: readonly RecordFile[],
    private readonly savers: RowSavers,
    private readonly references: References,
  ) {}

  /** Throws `RightMissing` for the first missing right. Unknown file names are checked elsewhere. */
  mustSave(names: readonly string[], caller: Caller): void {
    this.must(names, caller, 'save');
  }

  /** Throws `InputRefused` for a module without files. */
  mustKnow(areas: readonly string[]): void {
    const known = [...new Set(this.files.map(({ resource }) => resource.room))];
    refuse(
      areas
        .filter((area) => !known.includes(area))
        .map((area) =>
          sentence(
            'The module "%area" does not exist. Use one of %areas.',
            { area: shown(area), areas: known.join(', ') },
            'areas',
          ),
        ),
    );
  }

  /** Throws `InputRefused` for an unknown file name. */
  mustKnowFile(name: string): void {
    if (this.files.some(({ file }) => file === asCsv(name))) return;
    throw new InputRefused(
      sentence(
        'The file name "%file" is not the name of an export file. Use one of %files.',
        { file: shown(name), files: this.files.map(({ file }) => file).join(', ') },
        'file',
      ),
    );
  }

  /**
   * The filters of a scope, with ids instead of business keys. Throws `InputRefused` if the records cannot be
   * replaced.
   */
  async scopeOf(name: string, groups: SentCriteria['groups']): Promise<Criteria['groups']> {
    const found = this.files.find(({ file }) => file === asCsv(name));
    if (found && this.savers.saverOf(found.resource.resource)?.removeOthers) {
      const { fields } = this.references.resources.named(found.resource.resource);
      const names = namesOf(this.references.resources.keyedFields(fields).fields);
      const typed = typeCriteria(names, { groups, sort: [], page: 1, pageSize: 1 });
      return (await keyedCriteria(fields, typed, this.references)).groups;
    }
    throw InputRefused.sentence('The records of %file cannot be replaced. Remove replace=1.', { file: shown(name) });
  }

  /** Throws `RightMissing` if the caller may not delete the records of a file. */
  mustDelete(name: string, caller: Caller): void {
    this.must([name], caller, 'delete');
  }

  /** The columns of a file; empty if its name is unknown. */
  columnsOf(name: string): Columns {
    const { columns = [], numbers = [] } = this.files.find(({ file }) => file === name) ?? {};
    return { required: [], optional: columns, numbers };
  }

  mustRead(areas: readonly string[], caller: Caller): void {
    const names = this.files.filter(({ resource }) => areas.length === 0 || areas.includes(resource.room));
    this.must(
      names.map(({ file }) => file),
      caller,
      'read',
    );
  }

  /** Throws `RightMissing` if the caller may not read the records in the file. */
  mustReadFile(name: string, caller: Caller): void {
    this.must([name], caller, 'read');
  }

  private must(names: readonly string[], caller: Caller, right: 'save' | 'read' | 'delete'): void {
    for (const { file, resource } of this.files) {
      const needed = resource.rights[right];
      if (names.some((name) => asCsv(name) === file) && !caller.holds(needed)) throw new RightMissing(needed);
    }
  }
}
