import { WholeSetting } from '../../libs/config/index.js';

/** Settings of file imports over REST. */
export class ImportExportSettings {
  @WholeSetting({
    about: 'Maximum unpacked size of a file that is imported over REST, in MiB',
    default: '512',
    min: 1,
    max: 65_536,
  })
  readonly IMPORT_MAX_MB!: number;
}
