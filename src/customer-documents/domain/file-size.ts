import { TooLarge } from '../../../libs/kernel/index.js';

const MIB = 1024 * 1024;

/** 413: the bytes of a file, decoded, are more than FILE_MAX_MB allows. */
export class FileTooLarge extends TooLarge {
  constructor(limitBytes: number) {
    super(limitBytes, `The file is larger than ${limitBytes / MIB} MiB: send a smaller one.`);
  }
}
