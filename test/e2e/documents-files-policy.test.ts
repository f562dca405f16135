import { createHash } from 'node:crypto';
import { BlobStore } from '../../src/customer-documents/ports/blob-store.js';
import { Database } from '../../libs/database/index.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { Documents } from '../support/documents.js';
import { CLASSES, containerOf, SAMPLES, streamedZipOf, zipOf } from '../support/sample-files.js';

const MIB = 1024 * 1024;

const SAMPLES_WITH_MACROS = zipOf({
  '[Content_Types].xml':
    '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
  'word/document.xml': '<x/>',
});

/** The error message with its parameters filled in. */
const messageOf = ({ body }: Answer): string =>
  String(body.message).replace(/%(\w+)/g, (_, name: string) => String(body.parameters?.[name] ?? `%${name}`));

describe('allowed files of documents (documents-files.md)', () => {
  let app: TestApp;
  let documents: Documents;
  let id: number;

  beforeAll(async () => {
    app = await startApp({ settings: { FILE_MAX_MB: '1' } });
    documents = new Documents(app);
    id = await documents.document();
  });

  const kept = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const { key } of app.get<BlobStore>(BlobStore).list()) keys.push(key);
    return keys.sort();
  };
  afterAll(async () => {
    // Rejected files must leave no bytes, even without a sweep.
    const rows = await app
      .get<Database>(Database)
      .query<{ storage_key: string }>('SELECT storage_key FROM document_blob');
    expect(await kept()).toEqual(rows.map(({ storage_key }) => storage_key).sort());
    await app.close();
  });

  /** Expects a 400 with this text by JSON and by form, and no change. */
  const refuses = async (name: string, data: Buffer, text: RegExp): Promise<void> => {
    const before = (await documents.get(id)).body;
    const answers = [await documents.putJson(id, name, data)];
    // A form's header line can't contain quotation marks or line breaks unescaped.
    if (!/["\r\n\ud800]/.test(name)) answers.push(await documents.putForm(id, name, data));
    for (const answer of answers)
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(text)]);
    expect((await documents.get(id)).body).toEqual(before);
  };

  it('returns 404 for an unknown document on every route', async () => {
    const nothing = {
      message: 'No such entity with %fieldName = %fieldValue',
      parameters: { fieldName: 'documentId', fieldValue: 9999 },
    };
    expect(await documents.putJson(9999, 'a.pdf', SAMPLES.pdf)).toMatchObject({ status: 404, body: nothing });
    expect(await documents.putForm(9999, 'a.pdf', SAMPLES.pdf)).toMatchObject({ status: 404, body: nothing });
    expect(await documents.get(9999)).toMatchObject({ status: 404, body: nothing });
    expect((await documents.content(9999)).status).toBe(404);
  });

  it('returns 400 for a file on an external document, and 404 for a missing file', async () => {
    const external = await documents.document({ is_external: 1, external_url: 'https://docs.example/a.pdf' });
    const answer = await documents.putJson(external, 'a.pdf', SAMPLES.pdf);
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('Set is_external to 0 first')]);
    expect((await documents.putForm(external, 'a.pdf', SAMPLES.pdf)).status).toBe(400);
    for (const none of [external, await documents.document()]) {
      expect((await documents.get(none)).status).toBe(404);
      expect((await documents.content(none)).status).toBe(404);
    }
  });

  it.each([
    ['a folder', 'a/b.pdf', /without folders/],
    ['a Windows folder', 'a\\b.pdf', /without folders/],
    ['a parent folder', '../b.pdf', /without folders/],
    ['a NUL', 'a\0.pdf', /Rename the file|Invalid value/],
    ['a line break', 'a\nb.pdf', /Rename the file/],
    ['a DEL', 'a\u007fb.pdf', /Rename the file/],
    ['a C1 control', 'a\u0085b.pdf', /Rename the file/],
    ['a text direction override at the end', 'a.pdf\u202e', /text direction\. Rename/],
    ['a text direction override', 'a\u202efdp.pdf', /text direction\. Rename/],
    ['a text direction isolate', 'a\u2066fdp.pdf', /text direction\. Rename/],
    ['a leading dot', '.hidden.pdf', /starts with a dot\. Rename/],
    ['no extension', 'datasheet', /no extension\. Add/],
    ['a trailing dot', 'datasheet.', /no extension\. Add/],
    ['256 bytes', `${'a'.repeat(252)}.pdf`, /longer than 255 bytes\. Use a shorter name/],
    ['256 bytes of non-ASCII letters', `${'ä'.repeat(126)}.pdf`, /longer than 255 bytes/],
    ['300 letters', `${'a'.repeat(296)}.pdf`, /longer than 255 bytes/],
    ['2,000 letters', `${'a'.repeat(2000)}.pdf`, /longer than 255 bytes|Invalid value/],
  ])('returns 400 for a name with %s', async (_, name, text) => {
    await refuses(name, SAMPLES.pdf, text);
  });

  it('accepts a name of 255 bytes in any script', async () => {
    for (const name of [
      `${'a'.repeat(251)}.pdf`,
      `${'語'.repeat(83)}aa.pdf`,
      'Übersicht (2) – “Größe”.PDF',
      'تعليمات.pdf',
      '😀.pdf',
      'a b;c.pdf',
    ]) {
      const answer = await documents.putForm(id, name, SAMPLES.pdf);
      expect([name, answer.status, answer.body.name]).toEqual([name, 200, name]);
      expect((await documents.putJson(id, name, SAMPLES.pdf)).body.name).toBe(name);
    }
  });

  it.each(['mp4', 'PSD', 'json', 'pdfx', 'p df'])(
    'returns 400 for the extension %s and lists the allowed ones',
    async (extension) => {
      await refuses(
        `a.${extension}`,
        SAMPLES.pdf,
        /is not allowed\. Send a file with one of these extensions: pdf, doc, docx/,
      );
    },
  );

  it.each([
    ...[
      'x.php.pdf',
      'x.PHP.pdf',
      'x.php5.pdf',
      'x.phtml.pdf',
      'x.phar.zip',
      'x.jsp.pdf',
      'x.jspx.pdf',
      'x.asp.pdf',
      'x.aspx.pdf',
    ],
    ...[
      'x.htm.txt',
      'x.html.txt',
      'x.svg.png',
      'x.svgz.png',
      'x.xml.txt',
      'x.xhtml.txt',
      'x.js.txt',
      'x.mjs.txt',
      'x.exe.zip',
    ],
    ...[
      'x.dll.zip',
      'x.bat.txt',
      'x.cmd.txt',
      'x.msi.zip',
      'x.ps1.txt',
      'x.vbs.txt',
      'x.hta.txt',
      'x.swf.pdf',
      'x.sh.txt',
      'x.pl.txt',
    ],
    ...[
      'x.py.txt',
      'x.cgi.txt',
      'x.htaccess.txt',
      'x.PhP .pdf',
      'x.ｐｈｐ.pdf',
      'x．php.pdf',
      'php.pdf',
      'x.exe',
      'x.php',
      'x.svg',
    ],
  ])('returns 400 for %s because a part of the name is never allowed', async (name) => {
    await refuses(name, SAMPLES.pdf, /never allowed\. Rename/);
  });

  it.each(['asphalt.pdf', 'html-guide.pdf', 'Price list 1.2.2026.pdf', 'a.b.c.pdf', 'executive.summary.pdf'])(
    'accepts %s',
    async (name) => {
      expect((await documents.putJson(id, name, SAMPLES.pdf)).status).toBe(200);
    },
  );

  it.each(Object.entries(SAMPLES))(
    'accepts a %s file with a lower- or uppercase extension',
    async (extension, bytes) => {
      for (const name of [`a.${extension}`, `a.${extension.toUpperCase()}`]) {
        for (const answer of [await documents.putJson(id, name, bytes), await documents.putForm(id, name, bytes)]) {
          expect(answer).toMatchObject({ status: 200, body: { document_id: id, name, size: bytes.length } });
          expect(answer.body.mime_type).not.toBe('application/octet-stream');
        }
      }
    },
  );

  /** Each format with the extension of each other one. */
  const disguised = Object.entries(SAMPLES).flatMap(([as, bytes]) =>
    Object.keys(SAMPLES)
      .filter((name) => !SAMPLES[name as keyof typeof SAMPLES].equals(bytes))
      .filter((name) => !(['txt', 'csv'].includes(as) && ['txt', 'csv'].includes(name)))
      .map((name) => [as, name, bytes] as const),
  );

  it('returns 400 for each format with the extension of another', async () => {
    const wrong: string[] = [];
    for (const [as, name, bytes] of disguised) {
      const answer = await documents.putJson(id, `a.${name}`, bytes);
      const message = messageOf(answer);
      if (
        answer.status !== 400 ||
        !/Send a file in that format|Rename the file, or save it in the format of its extension/.test(message)
      )
        wrong.push(`${as} as ${name}: ${answer.status} ${message}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['a program followed by a PDF', 'a.pdf', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), SAMPLES.pdf])],
    ['an archive with office folders but no table of contents', 'a.docx', zipOf({ 'word/document.xml': '<x/>' })],
    [
      'an archive with an empty table of contents',
      'a.xlsx',
      zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<x/>' }),
    ],
    ['a document with macros', 'a.docx', SAMPLES_WITH_MACROS],
    ['a program', 'a.pdf', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['an installer', 'a.doc', containerOf(CLASSES.msi)],
    ['a Java archive', 'a.zip', zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n' })],
    ['an HTML page', 'a.pdf', Buffer.from('<!DOCTYPE html><html></html>')],
    ['an SVG drawing', 'a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a text with a NUL', 'a.txt', Buffer.from('a\0b')],
    ['a table with a NUL at its end', 'a.csv', Buffer.concat([Buffer.alloc(300_000, 'a,b\n'), Buffer.from([0])])],
    ['a PDF as a text', 'a.txt', SAMPLES.pdf],
    ['noise', 'a.jpg', Buffer.from('noise')],
    ['a truncated archive', 'a.docx', SAMPLES.docx.subarray(0, 40)],
    [
      'a container whose directory is outside the file',
      'a.xls',
      containerOf(CLASSES.msi).fill(0xfd, 48, 52).subarray(0, 600).fill(1, 30, 31),
    ],
  ])('returns 400 for %s with the name %s', async (_, name, bytes) => {
    await refuses(name, bytes, /does not match the extension/);
  });

  it('accepts older office files without a class under each of the three extensions', async () => {
    for (const name of ['a.doc', 'a.xls', 'a.ppt'])
      expect((await documents.putJson(id, name, containerOf(CLASSES.none, 900))).status).toBe(200);
  });

  it('accepts an archive whose identifying entry comes late', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`word/media/${at}.txt`, 'x'.repeat(5000)]),
    );
    const types =
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
    expect((await documents.putJson(id, 'a.docx', zipOf({ ...entries, '[Content_Types].xml': types }))).status).toBe(
      200,
    );
  });

  const typesOf = (type: string): string =>
    `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;
  const [WORD, CELLS] = ['wordprocessingml.document', 'spreadsheetml.sheet'];

  it.each([
    ['a PDF after a line break', 'a.pdf', Buffer.concat([Buffer.from('\n'), SAMPLES.pdf])],
    ['a PDF after printer commands', 'a.pdf', Buffer.concat([Buffer.alloc(1000, '\x1b%-1@PJL \n'), SAMPLES.pdf])],
    [
      'a streamed document',
      'a.docx',
      streamedZipOf({ 'word/document.xml': '<x/>', '[Content_Types].xml': typesOf(WORD) }),
    ],
    [
      'a streamed ZIP64 workbook',
      'a.xlsx',
      streamedZipOf({ 'xl/workbook.xml': '<x/>', '[Content_Types].xml': typesOf(CELLS) }, true),
    ],
    ['a streamed spreadsheet', 'a.ods', streamedZipOf({ 'content.xml': '<x/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })], // prettier-ignore
  ])('accepts %s as %s', async (_, name, bytes) => {
    expect(await documents.putJson(id, name, bytes)).toMatchObject({ status: 200 });
  });

  it.each([
    ['a PDF after more bytes than readers accept', 'a.pdf', Buffer.concat([Buffer.alloc(1100, '\n'), SAMPLES.pdf])],
    ['a plain archive', 'a.docx', streamedZipOf({ 'a.txt': 'x' })],
    ['a workbook', 'a.docx', streamedZipOf({ '[Content_Types].xml': typesOf(CELLS) })],
    ['a document with macros', 'a.docx', streamedZipOf({ '[Content_Types].xml': '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>' })], // prettier-ignore
  ])('rejects %s as %s', async (_, name, bytes) => {
    await refuses(name, bytes, /does not match the extension/);
  });

  const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
  const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
  it.each([
    ['UBL', `<?xml version="1.0" encoding="UTF-8"?><!-- a --><Invoice xmlns="${UBL}:Invoice-2"><a/></Invoice>`],
    ['a UBL credit note', `<ubl:CreditNote xmlns:ubl="${UBL}:CreditNote-2"/>`],
    ['CII', `<?xml version='1.0'?>\n<rsm:CrossIndustryInvoice xmlns:rsm="${CII}"></rsm:CrossIndustryInvoice>`],
  ])('accepts an XML invoice and always sends it as an attachment: %s', async (_, text) => {
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')]) {
      expect(await documents.putForm(id, 'invoice.xml', bytes)).toMatchObject({ status: 200 });
      const { headers } = await documents.content(id);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/xml',
        'content-disposition': 'attachment; filename=invoice.xml',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each([
    ['another root element', `<order xmlns="${UBL}:Invoice-2"/>`],
    ['another root element after a declaration', `<?xml version="1.0"?><order xmlns="${UBL}:Invoice-2"/>`],
    ['a root element of another namespace', '<Invoice xmlns="urn:other"/>'],
    ['no namespace', '<Invoice/>'],
    ['a document type', `<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice xmlns="${UBL}:Invoice-2">&a;</Invoice>`],
    ['an HTML page', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['text that is not XML', 'hello'],
    ['an incomplete invoice', `<Invoice xmlns="${UBL}:Invoice-2"><a>${'x'.repeat(100_000)}</a>`],
  ])('rejects other XML: %s', async (_, text) => {
    await refuses('invoice.xml', Buffer.from(text), /not a well-formed EN 16931 invoice/);
  });

  it('rejects an invoice whose name hides its extension', async () => {
    await refuses('invoice.xml.pdf', Buffer.from(`<Invoice xmlns="${UBL}:Invoice-2"/>`), /never allowed/);
  });

  it.each([
    ['a line break', `${SAMPLES.pdf.toString('base64')}\n`],
    ['a space', `JVBE Ri0=`],
    ['a data URL prefix', `data:application/pdf;base64,${SAMPLES.pdf.toString('base64')}`],
    ['the URL-safe alphabet', 'JVBERi0_-w=='],
    ['no padding', 'JVBERi0'],
    ['too much padding', 'JVBERg==='],
    ['padding inside', 'JVBERg==JVBERi0x'],
    ['nonzero unused bits', 'JVBERi1='.replace('1=', 'x=')],
    ['non-ASCII letters', 'JVBERä0x'],
    ['a JSON escape', 'JVBE\\u00e4'],
  ])('returns 400 for base64 with %s', async (_, data) => {
    const long = Buffer.alloc(6000, 'A').toString('base64');
    for (const sent of [data, long + data]) {
      const answer = await documents.put(
        id,
        `{"documentFile":{"name":"a.pdf","base64_encoded_data":${JSON.stringify(sent).replace('\\\\u', '\\u')}}}`,
      );
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('not valid base64. Use')]);
    }
  });

  it('returns 400 for an empty file', async () => {
    // In JSON, an empty string counts as missing.
    await refuses('a.txt', Buffer.alloc(0), /is empty\. Send|"base64_encoded_data" is required/);
  });

  it('derives the media type from the extension, not from the upload', async () => {
    const part = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: text/html\r\n\r\n';
    const form = Buffer.concat([Buffer.from(`--x\r\n${part}`), SAMPLES.pdf, Buffer.from('\r\n--x--\r\n')]);
    for (const answer of [
      await documents.putBytes(id, form, 'multipart/form-data; boundary=x'),
      await documents.putJson(id, 'a.pdf', SAMPLES.pdf, { mime_type: 'text/html' }),
    ])
      expect(answer).toMatchObject({ status: 200, body: { mime_type: 'application/pdf' } });
    expect((await documents.content(id)).headers.get('content-type')).toBe('application/pdf');
  });

  it('accepts a file of exactly the limit and returns 413 for one byte more', async () => {
    const most = Buffer.alloc(MIB, 'a');
    expect((await documents.putJson(id, 'a.txt', most)).status).toBe(200);
    expect((await documents.putForm(id, 'a.txt', most)).status).toBe(200);
    const more = Buffer.alloc(MIB + 1, 'a');
    for (const answer of [await documents.putJson(id, 'a.txt', more), await documents.putForm(id, 'a.txt', more)])
      expect([answer.status, messageOf(answer)]).toEqual([
        413,
        'The file is larger than 1 MiB (FILE_MAX_MB). Send a smaller file.',
      ]);
    expect((await documents.get(id)).body.size).toBe(MIB);
  });

  it('returns 413 for a body above its own limit, with or without Content-Length', async () => {
    const huge = Buffer.alloc(3 * MIB, 'A').toString();
    const answer = await documents.putJson(id, 'a.txt', huge);
    expect([answer.status, messageOf(answer)]).toEqual([
      413,
      'The file is larger than 1 MiB (FILE_MAX_MB). Send a smaller file.',
    ]);
    expect((await documents.putForm(id, 'a.txt', Buffer.from(huge))).status).toBe(413);
    async function* pieces() {
      yield Buffer.from('{"documentFile":{"name":"a.txt","base64_encoded_data":"');
      for (let count = 0; count < 200; count += 1) yield Buffer.alloc(64 * 1024, 'A');
    }
    const response = await fetch(`${app.url}/rest/V1/customerdocuments/${id}/file`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await app.adminToken()}`, 'content-type': 'application/json' },
      body: ReadableStream.from(pieces()) as never,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  it('rejects forbidden extensions even if FILE_EXTENSIONS lists them', async () => {
    const open = await startApp({ settings: { FILE_EXTENSIONS: 'svg,php,exe,html,mp3,txt' } });
    try {
      const files = new Documents(open);
      const document = await files.document();
      for (const name of ['a.svg', 'a.php', 'a.exe', 'a.html'])
        expect((await files.putJson(document, name, Buffer.from('x'))).status).toBe(400);
      const sound = Buffer.concat([
        Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1'),
        Buffer.from('fffb9064', 'hex'),
        Buffer.alloc(500),
      ]);
      expect((await files.putJson(document, 'a.mp3', SAMPLES.png)).status).toBe(400);
      expect(await files.putJson(document, 'a.mp3', sound)).toMatchObject({
        status: 200,
        body: { mime_type: 'audio/mpeg' },
      });
      expect((await files.putJson(document, 'a.pdf', SAMPLES.pdf)).status).toBe(400);
    } finally {
      await open.close();
    }
  });

  it("returns the file's record without its data and shows it in the document", async () => {
    const sha256 = createHash('sha256').update(SAMPLES.png).digest('hex');
    const { body } = await documents.putJson(id, 'a.png', SAMPLES.png);
    expect(body).toEqual({ document_id: id, name: 'a.png', mime_type: 'image/png', size: SAMPLES.png.length, sha256 });
    const { file } = await app.good('GET', `/rest/V1/customerdocuments/${id}`);
    expect(file).toEqual({
      scan: 'not_scanned',
      name: 'a.png',
      size: SAMPLES.png.length,
      mime_type: 'image/png',
      sha256,
      updated_at: expect.any(String),
    });
  });
});
