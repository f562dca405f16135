import type { INestApplicationContext } from '@nestjs/common';
import type { Recorded, RecordService } from '../../libs/records/index.js';
import { LevelPriceSettings } from '../../src/commerce/index.js';
import type { Door } from './changing-shop.js';
import { recordServiceNamed } from '../support/record-service.js';

/** Changes a shop through the services of an application. */
export const serviceDoor = (app: INestApplicationContext): Door => {
  const service = (resource: string): RecordService<Recorded> => recordServiceNamed(app, resource);
  return {
    create: (resource, values) => service(resource).create(values),
    update: (resource, id, values) => service(resource).update(id, values),
    remove: (resource, id) => service(resource).remove(id),
    settings: (level, values) =>
      app
        .get<{ put(level: object, values: object): Promise<unknown> }>(LevelPriceSettings, { strict: false })
        .put(level, values),
  };
};
