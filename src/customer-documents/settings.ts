import { ListSetting, TextSetting, WholeSetting } from '../../libs/config/index.js';

const isStorageUrl = (text: string): boolean =>
  /^file:.+$/.test(text) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?$/.test(text);

/** What the operator says of documents and their files (running.md, "Settings"). */
export class CustomerDocumentsSettings {
  @WholeSetting({ about: 'Largest document file, in MiB', default: '10', min: 1, max: 1024 })
  readonly FILE_MAX_MB!: number;

  @ListSetting({
    about: 'Extensions that a document file may have',
    default: 'pdf,doc,docx,xls,xlsx,ppt,pptx,odt,ods,odp,rtf,txt,csv,jpg,jpeg,png,gif,webp,tif,tiff,zip',
    accepts: (word) => /^[a-z0-9]{1,16}$/.test(word),
    expects: 'extensions in small letters without the dot, with commas between',
  })
  readonly FILE_EXTENSIONS!: readonly string[];

  @WholeSetting({ about: 'Days that the log of downloads reaches back', default: '400', min: 1, max: 36_500 })
  readonly DOWNLOAD_LOG_DAYS!: number;

  @WholeSetting({ about: 'Seconds that a link to a document holds', default: '300', min: 1, max: 86_400 })
  readonly LINK_SECONDS!: number;

  @TextSetting({
    about: 'Where document files lie: file:<folder>, or s3://bucket/prefix with the usual AWS settings',
    default: 'file:var/documents',
    accepts: isStorageUrl,
    expects: 'file:<folder> or s3://bucket/prefix',
  })
  readonly STORAGE_URL!: string;
}
