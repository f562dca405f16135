import { Get, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answers } from '../../../../libs/operations/index.js';
import { Bytes, Describes, Needs, sendWithBytes } from '../../../../libs/web/index.js';
import { PathId, RestController, StreamsBody } from '../../../../libs/rest/index.js';
import { CustomerDocumentsSettings } from '../../settings.js';
import { uploadCounted } from '../../application/metrics.js';
import { ReadFile } from '../../application/read-file.js';
import { StoreFile } from '../../application/store-file.js';
import type { StoredFile } from '../../ports/file-records.js';
import { DOCUMENT_RIGHTS } from '../../rights.record.js';
import { DocumentFile, DocumentFileWithData, readUpload } from './document-file-body.js';
import { UPLOAD_BODIES } from './file-shown.js';
import { ServeFile } from './serve-file.js';

const shown = ({ documentId, name, mimeType, size, sha256 }: StoredFile) => ({
  document_id: documentId,
  name,
  mime_type: mimeType,
  size,
  sha256,
});

const TAG = 'Document files';

const SERVICE = 'customerDocumentsFileV1';

/** Upload and download for administrators and integrations. */
@RestController('customerdocuments/:documentId/file')
export class FilesController {
  constructor(
    private readonly storing: StoreFile,
    private readonly reading: ReadFile,
    private readonly serving: ServeFile,
    private readonly settings: CustomerDocumentsSettings,
  ) {}

  @Get()
  @Needs(DOCUMENT_RIGHTS.read)
  @Describes({
    service: SERVICE,
    summary: 'Get the file of a document, including its data',
    answer: answers.fields(DocumentFileWithData),
    errors: [409],
    tag: TAG,
  })
  get(@PathId('documentId') documentId: number, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.reading.read(documentId, (file, open) =>
      sendWithBytes(request, response, shown(file), { name: 'base64_encoded_data', size: file.size, open }),
    );
  }

  @Get('content')
  @Needs(DOCUMENT_RIGHTS.read)
  @Bytes()
  @Describes({
    service: SERVICE,
    summary: 'Download the file of a document',
    about: 'Streams the file content. Supports If-Match, If-None-Match, If-Range and a single byte range.',
    answer: answers.bytes('application/octet-stream'),
    errors: [409, 412, 416],
    tag: TAG,
  })
  async content(
    @PathId('documentId') documentId: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.serving.serve(request, response, documentId);
  }

  @Put()
  @Needs(DOCUMENT_RIGHTS.save)
  @Describes({
    service: SERVICE,
    summary: 'Upload the file of a document',
    about:
      'Accepts JSON with base64 data, or a form (`multipart/form-data`) with the field `file`. A form is about a quarter smaller than JSON.',
    answer: answers.fields(DocumentFile),
    tag: TAG,
  })
  async put(@PathId('documentId') documentId: number, @StreamsBody(UPLOAD_BODIES) request: Request): Promise<object> {
    return uploadCounted(
      readUpload(request, this.settings.FILE_MAX_MB * 1024 * 1024, async (upload) =>
        shown(await this.storing.put(documentId, upload)),
      ),
    );
  }
}
