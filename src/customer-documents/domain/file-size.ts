import { TooLarge } from '../../../libs/kernel/index.js';

const MIB = 1024 * 1024;

/** 413: the bytes of a file, decoded, are more than FILE_MAX_MB allows. */
export class FileTooLarge extends TooLarge {
  constructor(limitBytes: number) {
    const setting = 'FILE_MAX_MB';
    super(limitBytes, setting, `The file is larger than ${limitBytes / MIB} MiB (${setting}). Send a smaller file.`);
  }
}
