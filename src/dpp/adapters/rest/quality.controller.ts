import { Get } from '@nestjs/common';
import {
  answers,
  type Asked,
  type Caller,
  Describes,
  Needs,
  Queried,
  RestController,
  searchAnswer,
  SearchedFields,
  SignedIn,
  Within,
} from '../../../../libs/webapi/index.js';
import { PassportFields } from '../../application/passport-fields.js';
import { ReviewPassports } from '../../application/review-passports.js';
import { DPP_RIGHTS } from '../../rights.record.js';
import { actorOf } from './manage-answers.js';
import { QualityFields, ThresholdQuery } from './manage.bodies.js';

/** Which passports aren't complete enough, and what they lack (passports.md, "Authoring"). */
@RestController('dpp/manage/quality')
export class QualityController {
  constructor(private readonly review: ReviewPassports) {}

  @Get()
  @Needs(DPP_RIGHTS.read)
  @Within('bulk')
  @Describes({
    summary: 'Passports below a score, with what they lack',
    about: 'Of each the version that is shown; archived ones are left out. Criteria as for the search of passports.',
    tag: 'Product passports',
    answer: answers.fieldsSearch(QualityFields),
  })
  async report(
    @SignedIn() caller: Caller,
    @SearchedFields(PassportFields, { mayBeAbsent: true }) asked: Asked,
    @Queried(ThresholdQuery) { threshold }: ThresholdQuery,
  ): Promise<object> {
    return searchAnswer(
      await this.review.quality(asked.criteria, threshold, actorOf(caller)),
      asked,
      ({ version, missing }) => ({
        passport_id: version.passportId,
        sku: version.sku,
        store_id: version.storeId,
        template_code: version.templateCode,
        version: version.version,
        status: version.status,
        completeness_score: version.completenessScore,
        missing,
      }),
    );
  }
}
