import { TooLarge } from '../../../libs/kernel/index.js';

const MIB = 1024 * 1024;

/** Status 413: the decoded file is larger than FILE_MAX_MB. */
export class FileTooLarge extends TooLarge {
  constructor(limitBytes: number) {
    const setting = 'FILE_MAX_MB';
    super(limitBytes, setting, `The file is larger than ${limitBytes / MIB} MiB (${setting}). Send a smaller file.`);
  }
}
