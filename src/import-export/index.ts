export { type ExportedFile, ExportRecords, ExportRefused } from './application/export-records.js';
export { ImportBook, ImportRefused } from './application/import-book.js';
export { RecordBook } from './application/record-book.js';
export { changedRows, failedRows, type FileReport, type ImportReport } from './domain/report.js';
export { type BadRow, type Columns, guardedCell, isBad, type SourceRow } from './domain/source-row.js';
export { WHOLESALE_FILES } from './domain/wholesale.js';
export { CsvFiles } from './ports/csv-files.js';
export { RecordSink } from './ports/record-sink.js';
export { SourceRefused, SourceRows } from './ports/source-rows.js';
