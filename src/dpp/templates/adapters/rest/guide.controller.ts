import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { answers } from '../../../../../libs/operations/index.js';
import { CSV_SEPARATORS, type CsvDialect } from '../../../../../libs/kernel/index.js';
import { CSV_DIALECT, StringField } from '../../../../../libs/records/index.js';
import { PathKey, Queried, RestController } from '../../../../../libs/rest/index.js';
import { Bytes, Describes, Needs } from '../../../../../libs/web/index.js';
import { DPP_RIGHTS } from '../../../passport/index.js';
import { GuideQuery } from '../../application/guide-operations.js';
import { GuideTemplate } from '../../application/guide-template.js';
import { guideColumns } from '../../domain/guide.js';

const USES = ['import', 'run'] as const;

class GuideCsvQuery extends GuideQuery {
  @StringField({
    about:
      'Purpose of the CSV file: `import` for the passport import, or `run` for the values of a run; default `import`',
    words: USES,
    default: 'import',
    example: 'import',
  })
  readonly use!: (typeof USES)[number];

  @StringField(CSV_DIALECT)
  readonly dialect!: CsvDialect;
}

/** A template's guide as the header of a CSV file (passports-templates.md, "Filling it in"). */
@RestController('dpp/manage/templates')
export class GuideController {
  constructor(private readonly guides: GuideTemplate) {}

  @Get(':code/guide.csv')
  @Needs(DPP_RIGHTS.read)
  @Bytes()
  @Describes({
    service: 'dppGuideV1',
    summary: 'Download the CSV header row for a passport template',
    tag: 'Passport templates',
    answer: answers.bytes('text/csv'),
    errors: [400],
  })
  async header(
    @PathKey('code') code: string,
    @Queried(GuideCsvQuery, { strict: true }) { use, dialect, ...asked }: GuideCsvQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { guide } = await this.guides.guide(code, asked);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-store');
    response.end(`${guideColumns(guide, use).join(CSV_SEPARATORS[dialect])}\n`);
  }
}
