import { Delete, Get, Put } from '@nestjs/common';
import { ChangeLog } from '../../../../libs/kernel/index.js';
import { fieldsOf } from '../../../../libs/records/index.js';
import {
  type Answer,
  answers,
  Describes,
  Needs,
  PathId,
  RestController,
  WrappedBody,
  written,
} from '../../../../libs/webapi/index.js';
import { LevelPriceSettings } from '../../application/level-price-settings.js';
import type { Level } from '../../domain/price-settings.js';
import { type LevelSettings, SettingValues } from '../../price-settings.record.js';
import { COMMERCE_RIGHTS } from '../../rights.record.js';

type Values = Readonly<Record<string, unknown>>;

const FIELDS = fieldsOf(SettingValues);

/** Only what is set: whatever isn't is decided by the next level (commerce.md). */
const shown = (values: Values): object =>
  Object.fromEntries(FIELDS.flatMap(({ name, property }) => (property in values ? [[name, values[property]]] : [])));

const website = (websiteId: number): Level => ({ websiteId, customerGroupId: null, customerId: null });
const group = (websiteId: number, customerGroupId: number): Level => ({ ...website(websiteId), customerGroupId });
const customer = (websiteId: number, customerId: number): Level => ({ ...website(websiteId), customerId });

/** How prices are chosen: on a website, for a group and for a customer there (pricing.md §3). */
@RestController('commerce/priceSettings')
export class PriceSettingsController {
  constructor(
    private readonly settings: LevelPriceSettings<LevelSettings>,
    private readonly changes: ChangeLog,
  ) {}

  @Get(':websiteId')
  @Needs(COMMERCE_RIGHTS.read)
  @Describes({ summary: 'Read what is set on a website; 0 holds the defaults', answer: answers.fields(SettingValues) })
  get(@PathId('websiteId') websiteId: number): Promise<object> {
    return this.read(website(websiteId));
  }

  @Put(':websiteId')
  @Needs(COMMERCE_RIGHTS.save)
  @Describes({ summary: 'Set on a website; null removes a setting', answer: answers.fields(SettingValues) })
  put(
    @PathId('websiteId') websiteId: number,
    @WrappedBody('priceSettings', SettingValues, 'change') values: Values,
  ): Promise<Answer> {
    return this.write(website(websiteId), values);
  }

  @Get(':websiteId/groups/:groupId')
  @Needs(COMMERCE_RIGHTS.read)
  @Describes({ summary: 'Read what is set for a customer group', answer: answers.fields(SettingValues) })
  getOfGroup(@PathId('websiteId') websiteId: number, @PathId('groupId') groupId: number): Promise<object> {
    return this.read(group(websiteId, groupId));
  }

  @Put(':websiteId/groups/:groupId')
  @Needs(COMMERCE_RIGHTS.save)
  @Describes({ summary: 'Set for a customer group; null removes a setting', answer: answers.fields(SettingValues) })
  putOfGroup(
    @PathId('websiteId') websiteId: number,
    @PathId('groupId') groupId: number,
    @WrappedBody('priceSettings', SettingValues, 'change') values: Values,
  ): Promise<Answer> {
    return this.write(group(websiteId, groupId), values);
  }

  @Delete(':websiteId/groups/:groupId')
  @Needs(COMMERCE_RIGHTS.delete)
  @Describes({ summary: 'Remove all that is set for a customer group', answer: answers.true })
  removeOfGroup(@PathId('websiteId') websiteId: number, @PathId('groupId') groupId: number): Promise<Answer> {
    return this.clear(group(websiteId, groupId));
  }

  @Get(':websiteId/customers/:customerId')
  @Needs(COMMERCE_RIGHTS.read)
  @Describes({ summary: 'Read what is set for a customer', answer: answers.fields(SettingValues) })
  getOfCustomer(@PathId('websiteId') websiteId: number, @PathId('customerId') customerId: number): Promise<object> {
    return this.read(customer(websiteId, customerId));
  }

  @Put(':websiteId/customers/:customerId')
  @Needs(COMMERCE_RIGHTS.save)
  @Describes({ summary: 'Set for a customer; null removes a setting', answer: answers.fields(SettingValues) })
  putOfCustomer(
    @PathId('websiteId') websiteId: number,
    @PathId('customerId') customerId: number,
    @WrappedBody('priceSettings', SettingValues, 'change') values: Values,
  ): Promise<Answer> {
    return this.write(customer(websiteId, customerId), values);
  }

  @Delete(':websiteId/customers/:customerId')
  @Needs(COMMERCE_RIGHTS.delete)
  @Describes({ summary: 'Remove all that is set for a customer', answer: answers.true })
  removeOfCustomer(@PathId('websiteId') websiteId: number, @PathId('customerId') customerId: number): Promise<Answer> {
    return this.clear(customer(websiteId, customerId));
  }

  private async read(level: Level): Promise<object> {
    return shown(await this.settings.get(level));
  }

  private write(level: Level, values: Values): Promise<Answer> {
    return written(this.changes, () => this.settings.put(level, values), shown);
  }

  private clear(level: Level): Promise<Answer> {
    return written(
      this.changes,
      () => this.settings.remove(level),
      () => true,
    );
  }
}
