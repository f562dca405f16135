import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A zip file with these entries, uncompressed. */
export const zipOf = (entries: Readonly<Record<string, string>>): Buffer => {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x5a21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, path, data);
    const directory = Buffer.alloc(14);
    directory.writeUInt32LE(offset, 10);
    centrals.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, directory, path);
    offset += 30 + path.length + data.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
};

const office = (folder: string, part: string, type: string): Buffer =>
  zipOf({
    '[Content_Types].xml':
      '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      `<Override PartName="/${folder}/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    [`${folder}/${part}.xml`]: '<x/>',
  });

const openDocument = (type: string): Buffer =>
  zipOf({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<x/>' });

/**
 * A zip file as streaming writers create it: compressed, with sizes after the data and this entry last; large files
 * with 64-bit records.
 */
export const streamedZipOf = (entries: Readonly<Record<string, string | Buffer>>, isLarge = false): Buffer => {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = typeof text === 'string' ? Buffer.from(text) : text;
    const [path, packed] = [Buffer.from(name), deflateRawSync(data)];
    const common = (sizes: readonly [number, number, number]): Buffer => {
      const made = Buffer.alloc(26);
      made.writeUInt16LE(isLarge ? 45 : 20, 0);
      made.writeUInt16LE(0x0008, 2);
      made.writeUInt16LE(8, 4);
      for (const [at, size] of sizes.entries()) made.writeUInt32LE(size, 10 + 4 * at);
      made.writeUInt16LE(path.length, 22);
      return made;
    };
    const descriptor = Buffer.alloc(16);
    descriptor.write('PK\x07\x08', 'latin1');
    for (const [at, size] of [crc32(data), packed.length, data.length].entries())
      descriptor.writeUInt32LE(size, 4 + 4 * at);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common([0, 0, 0]), path, packed, descriptor);
    const extra = Buffer.alloc(isLarge ? 28 : 0);
    if (isLarge) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      for (const [at, size] of [data.length, packed.length, offset].entries())
        extra.writeBigUInt64LE(BigInt(size), 4 + 8 * at);
    }
    const entry = common(isLarge ? [crc32(data), 0xffff_ffff, 0xffff_ffff] : [crc32(data), packed.length, data.length]);
    entry.writeUInt16LE(extra.length, 24);
    const directory = Buffer.alloc(14);
    directory.writeUInt32LE(isLarge ? 0xffff_ffff : offset, 10);
    centrals.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), entry, directory, path, extra);
    offset += 30 + path.length + packed.length + 16;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(isLarge ? 0xffff_ffff : central.length, 12);
  end.writeUInt32LE(isLarge ? 0xffff_ffff : offset, 16);
  const record = Buffer.alloc(isLarge ? 76 : 0);
  if (isLarge) {
    record.write('PK\x06\x06', 'latin1');
    record.writeBigUInt64LE(BigInt(central.length), 40);
    record.writeBigUInt64LE(BigInt(offset), 48);
    record.write('PK\x06\x07', 56, 'latin1');
    record.writeBigUInt64LE(BigInt(offset + central.length), 64);
  }
  return Buffer.concat([...locals, central, record, end]);
};

/** The container of older office formats: a header, and a directory with the class ID of its content. */
export const containerOf = (classId: string, sectorsBetween = 3): Buffer => {
  const file = Buffer.alloc(512 * (sectorsBetween + 2));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(sectorsBetween, 48);
  const directory = 512 * (sectorsBetween + 1);
  file.write('Root Entry', directory, 'utf16le');
  const [one = '', two = '', three = '', ...rest] = classId.split('-');
  const reversed = [one, two, three].map((part) => Buffer.from(part, 'hex').reverse());
  Buffer.concat([...reversed, Buffer.from(rest.join(''), 'hex')]).copy(file, directory + 80);
  return file;
};

export const CLASSES = {
  doc: '00020906-0000-0000-c000-000000000046',
  xls: '00020820-0000-0000-c000-000000000046',
  ppt: '64818d10-4f9b-11cf-86ea-00aa00b929e8',
  msi: '000c1084-0000-0000-c000-000000000046',
  none: '00000000-0000-0000-0000-000000000000',
} as const;

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const png = (): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

const jpeg = (): Buffer => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const tiff = (): Buffer => Buffer.from('49492a000800000000000000000000000000', 'hex');
const webp = (): Buffer => Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex');

/** A small file for each format that documents may have by default. */
export const SAMPLES = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  doc: containerOf(CLASSES.doc),
  docx: office('word', 'document', 'wordprocessingml.document'),
  xls: containerOf(CLASSES.xls),
  xlsx: office('xl', 'workbook', 'spreadsheetml.sheet'),
  ppt: containerOf(CLASSES.ppt),
  pptx: office('ppt', 'presentation', 'presentationml.presentation'),
  odt: openDocument('text'),
  ods: openDocument('spreadsheet'),
  odp: openDocument('presentation'),
  rtf: Buffer.from('{\\rtf1\\ansi Hello}'),
  txt: Buffer.from('Grüße\n'),
  csv: Buffer.from('sku,qty\nA-1,5\n'),
  jpg: jpeg(),
  jpeg: jpeg(),
  png: png(),
  gif: Buffer.from('474946383961010001008000000000000000000021f90401000000002c00000000010001000002024401003b', 'hex'),
  webp: webp(),
  tif: tiff(),
  tiff: tiff(),
  zip: zipOf({ 'readme.txt': 'Hello' }),
} as const;
