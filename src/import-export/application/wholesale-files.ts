import type { BookFile } from '../domain/book.js';
import { type BadRow, isBad, type SourceRow } from '../domain/source-row.js';
import { LEFT_OUT, type LoadedFile } from './import-book.js';
import { type ChunkParts, SaveChunk } from './save-chunk.js';

/** If two rows refer to the same record, importing the file again would change the record back and forth. */
const unrepeated = (file: BookFile, row: SourceRow, seen: Map<string, number>): SourceRow | BadRow => {
  const key = file.key(row.values);
  const first = seen.get(key);
  if (first !== undefined && first !== row.line) {
    return { line: row.line, reason: `the row refers to the same record as line ${first}; remove one of the rows` };
  }
  seen.set(key, row.line);
  return row;
};

export const wholesaleFiles = (files: readonly BookFile[], parts: ChunkParts): readonly LoadedFile[] => {
  const chunks = new SaveChunk(parts);
  return files.map((file) => ({
    file: file.file,
    columns: file.columns,
    begin: () => {
      const saver = parts.savers.saverOf(file.resource);
      if (!saver) return LEFT_OUT;
      const seen = new Map<string, number>();
      return {
        save: (rows) =>
          chunks.save(
            file,
            saver,
            rows.map((row) => (isBad(row) ? row : unrepeated(file, row, seen))),
          ),
      };
    },
  }));
};
