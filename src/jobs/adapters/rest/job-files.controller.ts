import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Get, Res, SetMetadata } from '@nestjs/common';
import type { Response } from 'express';
import { answers, type Caller, needs } from '../../../../libs/operations/index.js';
import { PathKey, RestController, SignedIn } from '../../../../libs/rest/index.js';
import { Bytes, Describes, NEED } from '../../../../libs/web/index.js';
import { SeeJobs } from '../../application/see-jobs.js';
import { MANAGE_JOBS } from '../../rights.record.js';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  gz: 'application/gzip',
};

/** Files that jobs have created (jobs.md, "Kinds of jobs"). */
@RestController('jobs/:bulkUuid/files')
export class JobFilesController {
  constructor(private readonly jobs: SeeJobs) {}

  @Get(':name')
  @SetMetadata(NEED, needs.own(MANAGE_JOBS))
  @Bytes()
  @Describes({
    summary: 'Download a file of a job, such as an export file or the list of rejected rows',
    answer: answers.bytes('text/csv', 'text/plain', 'application/json', 'application/gzip'),
    about:
      'The call also requires the rights that were required to start the job, such as the right to read the exported records.',
    tag: 'Jobs',
    errors: [403],
  })
  async content(
    @SignedIn() caller: Caller,
    @PathKey('bulkUuid') uuid: string,
    @PathKey('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    const bytes = await this.jobs.file(uuid, name, caller);
    response.setHeader('Content-Type', TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-store');
    if (response.req.method === 'HEAD') response.end();
    else await pipeline(Readable.from(bytes), response);
  }
}
