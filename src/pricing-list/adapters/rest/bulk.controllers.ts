import { Inject, Post, Put, type Type } from '@nestjs/common';
import { ChangeLog } from '../../../../libs/kernel/index.js';
import {
  type Input,
  type Recorded,
  type RecordService,
  type Resource,
  toWire,
} from '../../../../libs/records/index.js';
import {
  type Answer,
  answers,
  Describes,
  Needs,
  RecordsBody,
  RestController,
  serviceOf,
  written,
} from '../../../../libs/webapi/index.js';
import { saveInBulk } from '../../application/save-in-bulk.js';
import { priceListResource } from '../../price-list.record.js';
import { priceListProductResource } from '../../price-list-product.record.js';

/** `POST|PUT <path>bulk`: many records at once, all or nothing (pricing.md §1). */
const bulkController = <T extends Recorded>(resource: Resource<T>, wrapper: string): Type => {
  const toItems = (records: readonly T[]) => records.map((record) => toWire(resource.fields, record));
  const { many } = resource.title;

  @RestController(`${resource.path}bulk`)
  class BulkController {
    constructor(
      @Inject(serviceOf(resource)) private readonly records: RecordService<T>,
      @Inject(ChangeLog) private readonly changes: ChangeLog,
    ) {}

    @Post()
    @Needs(resource.rights.save)
    @Describes({ summary: `Create many ${many}, all or nothing`, answer: answers.records(resource) })
    create(@RecordsBody(wrapper, resource) inputs: readonly Input[]): Promise<Answer> {
      return written(this.changes, () => saveInBulk(this.records, wrapper, inputs, 'never'), toItems);
    }

    @Put()
    @Needs(resource.rights.save)
    @Describes({
      summary: `Change many ${many}, found by id, external_id or unique key; all or nothing`,
      answer: answers.records(resource),
      errors: [404],
    })
    change(@RecordsBody(wrapper, resource) inputs: readonly Input[]): Promise<Answer> {
      return written(this.changes, () => saveInBulk(this.records, wrapper, inputs, 'always'), toItems);
    }
  }

  Object.defineProperty(BulkController, 'name', { value: `${resource.resource}BulkController` });
  return BulkController;
};

export const bulkControllers: readonly Type[] = [
  bulkController(priceListResource, 'priceLists'),
  bulkController(priceListProductResource, 'priceListProducts'),
];
