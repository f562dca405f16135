import { isUtf8 } from 'node:buffer';
import { type CastingContext, CsvError, type InfoRecord, type Options, parse } from 'csv-parse/sync';

/** A cell of a record; null for an empty cell without quotes. */
export type CsvField = string | null;

/** One record of a CSV file, or why it is invalid. */
type CsvRecord =
  { readonly line: number; readonly fields: readonly CsvField[] } | { readonly line: number; readonly reason: string };

const BLOCK_BYTES = 1024 * 1024;
/** Maximum size of a record in bytes. A longer one has an unclosed quote. */
const RECORD_BYTES = 8 * 1024 * 1024;
const [LF, CR] = [10, 13];
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const OPTIONS: Options = {
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: RECORD_BYTES,
  cast: (field: string, { quoting }: CastingContext): CsvField => (field === '' && !quoting ? null : field),
};

const REASONS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE:
    'a field contains a quote but does not start with one; enclose the field in quotes and double the quotes in it',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is not followed by a separator; double the quotes within a field',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed; add the closing quote',
  CSV_MAX_RECORD_SIZE:
    'a quote is not closed, or the row is longer than 8 MiB; add the closing quote or shorten the row',
};

const isNotClosed = (error: CsvError): boolean => error.code === 'CSV_QUOTE_NOT_CLOSED';

/** Number of line breaks in a cell. The parser counts a quoted CRLF twice. */
const lineEnds = (field: CsvField): number =>
  field !== null && /[\r\n]/.test(field) ? (field.match(/\r\n|\n|\r/g) ?? []).length : 0;

/** Position of the line after the one that begins at `start`. */
const nextLine = (bytes: Buffer, start: number): number => {
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === LF) return at + 1;
    if (bytes[at] === CR) return bytes[at + 1] === LF ? at + 2 : at + 1;
  }
  return bytes.length;
};

/** Length up to the last line break; a CR at the end may be half of a CRLF. */
const wholeLines = (bytes: Buffer): number => Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR, -2)) + 1;

/** Reads CSV in chunks. An invalid record does not affect others, and every record has its line number. */
class CsvBlocks {
  private rest: Buffer = Buffer.alloc(0);
  /** Number of lines before `rest`. */
  private lines = 0;
  private hasStarted = false;

  constructor(private readonly separator: string) {}

  /** Returns the records that are complete after this chunk. */
  add(chunk: Buffer): readonly CsvRecord[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    return this.rest.length < BLOCK_BYTES ? [] : this.take(wholeLines(this.rest), false);
  }

  end(): readonly CsvRecord[] {
    return this.take(this.rest.length, true);
  }

  private take(upTo: number, isLast: boolean): readonly CsvRecord[] {
    if (!this.hasStarted) {
      this.hasStarted = true;
      if (this.rest.subarray(0, BOM.length).equals(BOM)) {
        this.rest = this.rest.subarray(BOM.length);
        return this.take(upTo - BOM.length, isLast);
      }
    }
    const records: CsvRecord[] = [];
    let [start, open] = [0, true];
    while (open && start < upTo) {
      const { bytes, lines, error } = this.parse(this.rest.subarray(start, upTo), records);
      start += bytes;
      this.lines += lines;
      // The quote may be closed later in the file.
      const waits = error !== undefined && isNotClosed(error) && !isLast && upTo - start < RECORD_BYTES;
      open = error !== undefined && !waits;
      if (open && error) {
        records.push({ line: this.lines + 1, reason: REASONS[error.code] ?? error.message });
        // The end of the invalid record is unknown, so continue with the next line.
        start = nextLine(this.rest, start);
        this.lines += 1;
      }
    }
    this.rest = this.rest.subarray(start);
    return records;
  }

  /** Position up to which records are valid. */
  private parse(bytes: Buffer, records: CsvRecord[]): { bytes: number; lines: number; error?: CsvError } {
    const reached = { bytes: 0, lines: 0 };
    const take = (fields: readonly CsvField[], info: InfoRecord & { readonly bytes: number }): null => {
      const line = this.lines + reached.lines + 1;
      // The file may also contain this character itself.
      if (fields.some((field) => field?.includes('\uFFFD')) && !isUtf8(bytes.subarray(reached.bytes, info.bytes))) {
        records.push({
          line,
          reason:
            'the row contains bytes that are not valid UTF-8; a file from an old spreadsheet program may need encoding=windows-1252',
        });
      } else if (fields.some((field) => field !== null)) records.push({ line, fields });
      reached.bytes = info.bytes;
      reached.lines += 1 + fields.reduce((count, field) => count + lineEnds(field), 0);
      return null;
    };
    try {
      parse(bytes, { ...OPTIONS, delimiter: this.separator, on_record: take });
      return { ...reached, bytes: bytes.length };
    } catch (error) {
      if (error instanceof CsvError) return { ...reached, error };
      throw error;
    }
  }
}

/** The records of a byte stream, without empty rows. */
export async function* csvRecords(source: AsyncIterable<Buffer>, separator: string): AsyncGenerator<CsvRecord> {
  const blocks = new CsvBlocks(separator);
  for await (const chunk of source) yield* blocks.add(chunk);
  yield* blocks.end();
}
