// Generates the files of the demo documents, always with the same bytes:  node scripts/demo-documents.mjs [--check]
// Their content comes from the bundled price book, so that it fits the demo's products and customers.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'demo', 'documents');

// --- Content ----------------------------------------------------------------------------------------------------

/** Enough CSV for the price book: only names with commas are quoted. */
const cellsOf = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"'),
  );
const rowsOf = (file) => {
  const [header, ...lines] = readFileSync(join(root, 'demo', 'wholesale', file), 'utf8')
    .trim()
    .split(/\r?\n/);
  const names = cellsOf(header);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at], cell])));
};
const products = rowsOf('products.csv');
const parasols = products.filter(({ name }) => name.includes('PARASOL'));
const priced = (sku) => products.find((product) => product.sku === sku);

const wrapped = (text, width = 88) =>
  text.split(' ').reduce(
    (lines, word) => {
      const last = lines.at(-1);
      if (last.length + word.length < width) lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
      else lines.push(word);
      return lines;
    },
    [''],
  );

const guide = () => [
  {
    title: 'Paper parasols: care and assembly',
    lines: [
      ...wrapped('A paper parasol is a decoration. It keeps off the sun, not the rain, and it wants a dry place.'),
      '',
      'In the box',
      '  1  canopy of oiled paper, 80 cm across',
      '  1  bamboo pole in two parts, with a ferrule',
      '  1  ring of thread, spare',
    ],
  },
  {
    title: 'Assembly',
    lines: [
      '1.  Push the lower part of the pole into the ferrule until it clicks.',
      '2.  Hold the canopy upright and slide the runner up with both hands.',
      '3.  Let the spring catch hold the runner; never force it beyond the catch.',
      '4.  To close it press the catch and let the runner down slowly.',
    ],
  },
  {
    title: 'Care',
    lines: [
      ...wrapped('Dust it with a soft brush. Never wash it. Let a parasol that got damp dry while it is open.'),
      '',
      'Belongs to',
      ...parasols.map(({ sku, name, price }) => `  ${sku.padEnd(8)}  ${name.padEnd(40)}  GBP ${price}`),
    ],
  },
];

const agreement = () => [
  {
    title: 'Agreed conditions: customer 17850',
    lines: [
      'Valid from 1 December 2010 for orders by customer 17850 (United Kingdom).',
      '',
      ...wrapped(
        'The prices of the order confirmation hold. Quantities below are packed units; a broken pack is charged at the list price.',
      ),
      '',
      ...['85123A', '71053', '84406B', '84029G', '84029E', '22752', '21730'].map((sku) => {
        const { name = '', price = '' } = priced(sku) ?? {};
        return `  ${sku.padEnd(8)}  ${name.padEnd(40)}  GBP ${price}`;
      }),
    ],
  },
  {
    title: 'Delivery and payment',
    lines: [
      'Delivery within the United Kingdom is free from GBP 150.',
      'Payment within 30 days of the date of the invoice.',
      'Complaints within 14 days of receipt, with the number of the invoice.',
    ],
  },
];

/** All products, 45 a page. */
const catalogue = () =>
  Array.from({ length: Math.ceil(products.length / 45) }, (_, page) => ({
    title: `Catalogue, page ${page + 1}`,
    lines: products
      .slice(page * 45, page * 45 + 45)
      .map(({ sku, name, price }) => `  ${sku.padEnd(8)}  ${name.padEnd(40)}  GBP ${price}`),
  }));

// --- PDF --------------------------------------------------------------------------------------------------------

const escaped = (text) => text.replace(/[\\()]/g, '\\$&');

const pageStream = ({ title, lines }) =>
  [
    'BT /F1 16 Tf 56 780 Td',
    `(${escaped(title)}) Tj`,
    '/F2 9 Tf 15 TL 0 -30 Td',
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
  ].join('\n');

/** All pages come first, then their contents, because a viewer that reads ranges walks the tree first. */
const pdfOf = (pages) => {
  const parts = ['%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'];
  const offsets = [];
  const object = (number, text) => {
    offsets[number] = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(`${number} 0 obj\n${text}\nendobj\n`);
  };
  const pageOf = (index) => 5 + index;
  const contentOf = (index) => 5 + pages.length + index;
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageOf(at)} 0 R`).join(' ')}] >>`);
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>');
  object(4, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>');
  pages.forEach((_, at) =>
    object(
      pageOf(at),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contentOf(at)} 0 R ` +
        '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
    ),
  );
  pages.forEach((page, at) => {
    const stream = pageStream(page);
    object(contentOf(at), `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  });
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${entries.join('')}`);
  parts.push(`trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
};

// --- PNG --------------------------------------------------------------------------------------------------------

const COLOURS = [
  [231, 137, 172],
  [84, 130, 196],
  [128, 84, 160],
  [196, 62, 62],
  [243, 231, 201],
];

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A colour chart with one stripe for each colour. Not compressed, because zlib versions produce different bytes. */
const pngOf = (width = 200, height = 60) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width);
  for (let x = 0; x < width; x++) row[1 + x] = Math.floor((x * COLOURS.length) / width);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level: 0 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(COLOURS.flat())),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

// --- XLSX -------------------------------------------------------------------------------------------------------

/** Entries are uncompressed and dated 1 January 2026. */
const zipOf = (entries) => {
  const [locals, centrals] = [[], []];
  let offset = 0;
  for (const [name, text] of entries) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x5c21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    locals.push(Buffer.from('504b0304', 'hex'), common, path, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(Buffer.from('504b01021400', 'hex'), common, place, path);
    offset += 30 + path.length + data.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
};

const xml = (text) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
const entity = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cell = (value) =>
  typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${entity(value)}</t></is></c>`;

const xlsxOf = (rows) => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return zipOf([
    [
      '[Content_Types].xml',
      xml(
        `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
          `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
          `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
      ),
    ],
    [
      '_rels/.rels',
      xml(
        `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    ],
    [
      'xl/workbook.xml',
      xml(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Prices" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      xml(
        `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    ],
    [
      'xl/worksheets/sheet1.xml',
      xml(
        `<worksheet xmlns="${main}"><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
      ),
    ],
  ]);
};

const garden = products.filter(({ categories }) => categories.includes('Garden'));
const priceSheet = () =>
  xlsxOf([['SKU', 'Name', 'Price in GBP'], ...garden.map(({ sku, name, price }) => [sku, name, Number(price)])]);

// --- All of it --------------------------------------------------------------------------------------------------

const files = {
  'parasol-guide.pdf': pdfOf(guide()),
  'agreement-17850.pdf': pdfOf(agreement()),
  'catalogue.pdf': pdfOf(catalogue()),
  'parasol-colours.png': pngOf(),
  'garden-prices.xlsx': priceSheet(),
};

mkdirSync(folder, { recursive: true });
for (const [name, bytes] of Object.entries(files)) {
  const path = join(folder, name);
  if (process.argv.includes('--check')) {
    if (!readFileSync(path).equals(bytes)) {
      console.error(`${path} differs from the generated file. Run node scripts/demo-documents.mjs.`);
      process.exitCode = 1;
    }
  } else {
    writeFileSync(path, bytes);
    console.log(`${name}: ${bytes.length} bytes`);
  }
}
