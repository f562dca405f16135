import { join } from 'node:path';
import { ListSetting, TextSetting, WholeSetting } from '../../libs/config/index.js';

const isStorageUrl = (text: string): boolean =>
  /^file:.+$/.test(text) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?$/.test(text);

/**
 * The folder of STORAGE_URL. For object storage, the temporary folder for uploads. It is below `var`, because other
 * folders of a container can be read-only.
 */
export const localFolderOf = (storageUrl: string): string =>
  storageUrl.startsWith('file:') ? storageUrl.slice('file:'.length) : join('var', 'incoming');

export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** Parses `tcp://clamd:3310` or `unix:/run/clamav/clamd.ctl`; undefined for anything else. */
export const clamdAddress = (url: string): ClamdAddress | undefined => {
  const path = /^unix:(\/.+)$/.exec(url)?.[1];
  if (path !== undefined) return { path };
  const [, bracketed, name, port] = /^tcp:\/\/(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(url) ?? [];
  const host = bracketed ?? name;
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) };
};

const isClamdUrl = (text: string): boolean => clamdAddress(text) !== undefined;

export class CustomerDocumentsSettings {
  @WholeSetting({ about: 'Maximum size of a document file, in MiB', default: '10', min: 1, max: 1024 })
  readonly FILE_MAX_MB!: number;

  @ListSetting({
    about: 'Allowed extensions of document files, separated by commas',
    default: 'pdf,doc,docx,xls,xlsx,ppt,pptx,odt,ods,odp,rtf,txt,csv,jpg,jpeg,png,gif,webp,tif,tiff,zip,xml',
    accepts: (word) => /^[a-z0-9]{1,16}$/.test(word),
    expects: 'lowercase extensions without the dot, separated by commas',
  })
  readonly FILE_EXTENSIONS!: readonly string[];

  @WholeSetting({ about: 'Retention of the download log, in days', default: '400', min: 1, max: 36_500 })
  readonly DOWNLOAD_LOG_DAYS!: number;

  @WholeSetting({ about: 'Lifetime of a download link to a document, in seconds', default: '300', min: 1, max: 86_400 })
  readonly LINK_SECONDS!: number;

  @TextSetting({
    about:
      'Storage location of document files: file:<folder>, or s3://bucket/prefix with the standard AWS environment variables',
    default: 'file:var/documents',
    accepts: isStorageUrl,
    expects: 'file:<folder> or s3://bucket/prefix',
  })
  readonly STORAGE_URL!: string;

  @TextSetting({
    about:
      'Address of the virus scanner clamd: tcp://clamd:3310 or unix:/run/clamav/clamd.ctl; unset disables virus scans',
    accepts: isClamdUrl,
    expects: 'tcp://<host>:<port> or unix:/<path>',
  })
  readonly CLAMAV_URL: string | undefined;
}
