import type { Columns } from '../domain/source-row.js';
import { refuse, RightMissing, sentence, shown } from '../../../libs/kernel/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import type { RecordFile } from './record-file.js';

/** A file is as much as its records: who imports one may save them, and who exports one may read them. */
export class FileRights {
  constructor(private readonly files: readonly RecordFile[]) {}

  /** `RightMissing` for the first missing right; unknown file names are checked elsewhere. */
  mustSave(names: readonly string[], caller: Caller): void {
    this.must(names, caller, 'save');
  }

  /** `InputRefused` for an area without files. */
  mustKnow(areas: readonly string[]): void {
    const known = [...new Set(this.files.map(({ resource }) => resource.room))];
    refuse(
      areas
        .filter((area) => !known.includes(area))
        .map((area) =>
          sentence(
            'The area "%area" does not exist. Use one of: %areas.',
            { area: shown(area), areas: known.join(', ') },
            'areas',
          ),
        ),
    );
  }

  /** The columns of a file; none if its name is unknown. */
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

  /** `RightMissing` if the caller may not read the records in one file. */
  mustReadFile(name: string, caller: Caller): void {
    this.must([name], caller, 'read');
  }

  private must(names: readonly string[], caller: Caller, right: 'save' | 'read'): void {
    for (const { file, resource } of this.files) {
      const needed = resource.rights[right];
      if (names.includes(file) && !caller.holds(needed)) throw new RightMissing(needed);
    }
  }
}
