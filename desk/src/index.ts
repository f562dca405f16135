/** The public interface of Desk for the screens of modules. */
export {
  isChangedMeanwhile,
  addressOf,
  download,
  fetchBytes,
  type Filter,
  FROM_DESK,
  type Json,
  kontor,
  KontorError,
  type Page as FoundPage,
  type Row,
  search,
  searchQuery,
  upload,
} from './api.js';
export {
  addDays,
  formatBytes,
  formatDay,
  formatDecimal,
  formatInstant,
  formatMoney,
  inLanguage,
  language,
  today,
} from './language.js';
export { Allowed, type Me, useMe } from './me.js';
export type { DeskModule, OwnInputProps, RecordOverride, Screen } from './module.js';
export { type AddressState, parseList, useAddress, useOpen, usePath, writeList } from './parts/address.js';
export { Small, useAct, useAsk } from './parts/act.js';
export { type Column, DataTable } from './parts/data-table.js';
export { csvText, parseCsv, separatorOf, withIsoDay, withPoint, writeCsv } from './parts/csv.js';
export { Drop } from './parts/drop.js';
export { CsvFile, fileOf, isOpen, Job, type JobState, sendFile, statusWord, useJob } from './parts/job.js';
export { DayInput } from './parts/day-input.js';
export { useDraft } from './parts/draft.js';
export { Icon } from './parts/icon.js';
export { Loaded, Page, Section } from './parts/page.js';
export { Pages } from './parts/pages.js';
export { ManyPicker, Picker } from './parts/picker.js';
export { Plot } from './parts/plot.js';
export { faultsAt, Refused, saidOf } from './parts/refused.js';
export { Secret } from './parts/secret.js';
export { To } from './parts/to.js';
export { type AuditItem, type AuditRecord, Changes, useCallerName, useCallers, Who } from './records/changes.js';
export { isElsewhere, RecordForm } from './records/form.js';
export { RecordActions, StoredRecord } from './records/form-page.js';
export { Grid } from './records/grid.js';
export { type Unnamed, useNames, useReferenceNames, useRows } from './records/names.js';
export {
  changeRecord,
  changesOf,
  createRecord,
  deleteRecord,
  inTurn,
  matching,
  readRecord,
  type Tagged,
  type Values,
} from './records/saving.js';
export { FieldCell, FieldInput, KINDS } from './records/kinds.js';
export { type FieldSpec, fieldOf, labelOf, type RecordType } from './records/spec.js';
