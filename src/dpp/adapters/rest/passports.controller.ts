import { Delete, Get, Post, Put } from '@nestjs/common';
import { fieldsOf, toWire } from '../../../../libs/records/index.js';
import { plain, say } from '../../../../libs/kernel/index.js';
import {
  answers,
  type Asked,
  type Caller,
  Describes,
  type JsonObject,
  Needs,
  PathId,
  PlainBody,
  Queried,
  RecordBody,
  RestController,
  searchAnswer,
  SearchedFields,
  SignedIn,
} from '../../../../libs/webapi/index.js';
import { AuthorPassports } from '../../application/author-passports.js';
import { MovePassports } from '../../application/move-passports.js';
import { PassportFields } from '../../application/passport-fields.js';
import { EVENTS_MAX, ReviewPassports, THRESHOLD } from '../../application/review-passports.js';
import { DPP_RIGHTS, PUBLISH } from '../../rights.record.js';
import { actorOf, passportItem } from './manage-answers.js';
import {
  ArchiveBody,
  DifferenceFields,
  DifferenceQuery,
  HistoryFields,
  HistoryQuery,
  passportBody,
  ScoreAnswerFields,
  ValidationFields,
  VersionQuery,
} from './manage.bodies.js';

const TAG = 'Product passports';
const PASSPORT = answers.fields(PassportFields);
const HISTORY = fieldsOf(HistoryFields);

/** The life of passports as their authors lead it (passports.md, "Its life", "Authoring"). */
@RestController('dpp/manage/passports')
export class PassportsController {
  constructor(
    private readonly passports: AuthorPassports,
    private readonly moves: MovePassports,
    private readonly review: ReviewPassports,
  ) {}

  @Get('search')
  @Needs(DPP_RIGHTS.read)
  @Describes({
    summary: 'Search product passports',
    about: 'Each with the version in work, else the published one, else the newest.',
    tag: TAG,
    answer: answers.fieldsSearch(PassportFields),
  })
  async search(@SearchedFields(PassportFields) asked: Asked): Promise<object> {
    return searchAnswer(await this.passports.search(asked.criteria), asked, passportItem);
  }

  @Get(':id')
  @Needs(DPP_RIGHTS.read)
  @Describes({ summary: 'Read one product passport', tag: TAG, answer: PASSPORT })
  async get(@PathId('id') id: number, @Queried(VersionQuery) { version }: VersionQuery): Promise<object> {
    return passportItem(await this.passports.get(id, version ?? undefined));
  }

  @Post()
  @Needs(DPP_RIGHTS.save)
  @Describes({ summary: 'Create a product passport, a draft', tag: TAG, answer: PASSPORT })
  async create(@SignedIn() caller: Caller, @RecordBody(passportBody) input: JsonObject): Promise<object> {
    return passportItem(await this.passports.create(input, actorOf(caller)));
  }

  @Put(':id')
  @Needs(DPP_RIGHTS.save)
  @Describes({
    summary: 'Change the version in work of a product passport; fields left out stay',
    about: 'Without a version in work it is refused: make a revision.',
    tag: TAG,
    answer: PASSPORT,
  })
  async update(
    @SignedIn() caller: Caller,
    @PathId('id') id: number,
    @RecordBody(passportBody) input: JsonObject,
  ): Promise<object> {
    return passportItem(await this.passports.update(id, input, actorOf(caller)));
  }

  @Delete(':id')
  @Needs(DPP_RIGHTS.delete)
  @Describes({
    summary: 'Delete the version in work of a product passport',
    about: 'And the passport with it if it has no other version. What was published is never deleted.',
    tag: TAG,
    answer: answers.true,
  })
  async remove(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<true> {
    await this.passports.remove(id, actorOf(caller));
    return true;
  }

  @Post(':id/activate')
  @Needs(DPP_RIGHTS.save)
  @Describes({ summary: 'Say that a draft is ready for review', tag: TAG, answer: PASSPORT, errors: [400] })
  async activate(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<object> {
    return passportItem(await this.moves.activate(id, actorOf(caller)));
  }

  @Post(':id/rework')
  @Needs(DPP_RIGHTS.save)
  @Describes({ summary: 'Take an active version back to draft', tag: TAG, answer: PASSPORT, errors: [400] })
  async rework(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<object> {
    return passportItem(await this.moves.rework(id, actorOf(caller)));
  }

  @Post(':id/revisions')
  @Needs(DPP_RIGHTS.save)
  @Describes({
    summary: 'Make a new draft version of what is published or archived',
    about: 'What the public reads stays as it is until the new version is published.',
    tag: TAG,
    answer: PASSPORT,
    errors: [400],
  })
  async revise(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<object> {
    return passportItem(await this.moves.revise(id, actorOf(caller)));
  }

  @Post(':id/publish')
  @Needs(PUBLISH)
  @Describes({
    summary: 'Publish the version in work; the one published before is superseded',
    tag: TAG,
    answer: PASSPORT,
    errors: [400],
  })
  async publish(@SignedIn() caller: Caller, @PathId('id') id: number): Promise<object> {
    return passportItem(await this.moves.publish(id, actorOf(caller)));
  }

  @Post(':id/archive')
  @Needs(PUBLISH)
  @Describes({ summary: 'Take the published version back', tag: TAG, answer: PASSPORT })
  async archive(
    @SignedIn() caller: Caller,
    @PathId('id') id: number,
    @PlainBody(ArchiveBody) { reason }: ArchiveBody,
  ): Promise<object> {
    return passportItem(await this.moves.archive(id, reason, actorOf(caller)));
  }

  @Get(':id/score')
  @Needs(DPP_RIGHTS.read)
  @Describes({
    summary: 'How complete a passport is, item by item',
    tag: TAG,
    answer: answers.fields(ScoreAnswerFields),
  })
  async score(
    @SignedIn() caller: Caller,
    @PathId('id') id: number,
    @Queried(VersionQuery) { version }: VersionQuery,
  ): Promise<object> {
    const { score, items } = await this.review.score(id, version ?? undefined, actorOf(caller));
    return { score, threshold: THRESHOLD, items };
  }

  @Get(':id/validate')
  @Needs(DPP_RIGHTS.read)
  @Describes({
    summary: 'What keeps a passport from being published',
    tag: TAG,
    answer: answers.fields(ValidationFields),
  })
  async validate(
    @SignedIn() caller: Caller,
    @PathId('id') id: number,
    @Queried(VersionQuery) { version }: VersionQuery,
  ): Promise<object> {
    const faults = await this.review.validate(id, version ?? undefined, actorOf(caller));
    return {
      valid: faults.length === 0 ? 1 : 0,
      faults: faults.map((fault) => ({
        path: 'field' in fault ? (fault.field ?? null) : null,
        message: plain(say(fault)),
      })),
    };
  }

  @Get(':id/history')
  @Needs(DPP_RIGHTS.read)
  @Describes({
    summary: 'Who did what with a passport, and when',
    about: `Oldest first, ${EVENTS_MAX} at once; \`?page=2\` and so on for what follows.`,
    tag: TAG,
    answer: answers.fieldsList(HistoryFields),
  })
  async history(@PathId('id') id: number, @Queried(HistoryQuery) { page }: HistoryQuery): Promise<readonly object[]> {
    const events = await this.review.history(id, page);
    return events.map((event) => toWire(HISTORY, { ...event, actor: event.actor.kind, actorId: event.actor.id }));
  }

  @Get(':id/diff')
  @Needs(DPP_RIGHTS.read)
  @Describes({
    summary: 'What two versions of a passport differ in',
    tag: TAG,
    answer: answers.fields(DifferenceFields),
  })
  async diff(@PathId('id') id: number, @Queried(DifferenceQuery) { from, to }: DifferenceQuery): Promise<object> {
    const differences = await this.review.difference(id, { from, to }, (version) => ({
      ...passportItem(version),
      dpp_payload: version.dppPayload,
    }));
    return { from, to, differences };
  }
}
