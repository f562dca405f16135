import { withCommas } from '../../../../../libs/kernel/index.js';
import { HttpCode, Post } from '@nestjs/common';
import type { Request } from 'express';
import { answers } from '../../../../../libs/operations/index.js';
import { IntField } from '../../../../../libs/records/index.js';
import { RestController, StreamsBody } from '../../../../../libs/rest/index.js';
import { checkContentType, decodeJson, Describes, Needs, readBytes } from '../../../../../libs/web/index.js';
import { PUBLISH } from '../../../passport/index.js';
import { AcceptAnswers } from '../../application/accept-answers.js';
import { ANSWER_BODIES, ANSWERS_MAX, readAnswers } from '../../application/answer-body.js';

const BYTES_MAX = 16 * 1024 * 1024;

class AcceptedAnswers {
  @IntField({ about: 'Number of responses in the request', example: 1 })
  readonly received!: number;

  @IntField({ about: 'Number of entries whose state changed to `registered`', example: 1 })
  readonly registered!: number;

  @IntField({ about: 'Number of entries whose state changed to `rejected`', example: 0 })
  readonly rejected!: number;

  @IntField({ about: 'Number of stored proofs', example: 0 })
  readonly proofs!: number;
}

/** Receives answers of the EU registry (passports-registry.md, "Answers"). */
@RestController('dpp/manage/registry')
export class AnswersController {
  constructor(private readonly registry: AcceptAnswers) {}

  @Post('answers')
  @HttpCode(200)
  @Needs(PUBLISH)
  @Describes({
    service: 'dppRegistryAnswersV1',
    summary: 'Store responses from the EU registry',
    about: `Accepts \`{"answers": […]}\` or a JSON array of at most ${withCommas(ANSWERS_MAX)} responses \`{upi, version, state, id, at, proof | message}\`. The state is \`registered\` or \`rejected\`. A registered version has an \`id\` and an optional \`proof\` \`{media_type, content, hash}\` with base64 content; a rejected version has a \`message\`. If one of them is invalid, none is stored. A repeated response changes nothing.`,
    tag: 'EU registry',
    answer: answers.fields(AcceptedAnswers),
    errors: [400],
    never: [404],
  })
  async accept(@StreamsBody(ANSWER_BODIES) request: Request): Promise<unknown> {
    checkContentType(request.headers['content-type'], Object.keys(ANSWER_BODIES));
    return this.registry.accept(readAnswers(decodeJson(await readBytes(request, BYTES_MAX))));
  }
}
