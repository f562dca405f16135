const MIB = 1024 * 1024;

/** What the operator says of files; whoever reads the environment fills it in (running.md). */
export class FileSettings {
  /** FILE_MAX_MB: the largest file, decoded, in bytes. */
  readonly maxBytes: number = 10 * MIB;
  /** FILE_EXTENSIONS: in small letters, without the dot. */
  readonly extensions: readonly string[] = [];
  /** STORAGE_URL: `file:<folder>` or `s3://bucket/prefix`. */
  readonly storageUrl: string = 'file:var/documents';

  constructor(given: Partial<FileSettings> = {}) {
    Object.assign(this, given);
  }
}
