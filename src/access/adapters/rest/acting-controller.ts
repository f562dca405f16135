import type { Type } from '@nestjs/common';
import type { Recorded, Resource } from '../../../../libs/records/index.js';
import { recordController } from '../../../../libs/webapi/index.js';
import type { Acting } from '../../application/acting.js';

/** The five verbs of a resource whose service asks who acts (wire.md §6: nobody grants a right they haven't got). */
export const actingController = <T extends Recorded>(
  resource: Resource<T>,
  service: abstract new (...parts: never[]) => Acting<T>,
): Type => recordController<T, Acting<T>>(resource, service, (records, caller) => records.as(caller));
