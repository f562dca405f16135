import type { INestApplicationContext } from '@nestjs/common';
import { type Recorded, type RecordService, Resources, serviceOf } from '../../libs/records/index.js';

/** The service of the resource with this name. */
export const recordServiceNamed = (app: INestApplicationContext, resource: string): RecordService<Recorded> =>
  app.get(serviceOf(app.get(Resources).named(resource)));
