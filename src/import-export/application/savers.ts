import type { RecordServices } from '../../../libs/records/index.js';
import { LinkSaver } from './link-saver.js';
import type { Saver } from './saver.js';

/** What is made and deleted, but never changed. */
const LINKS = 'documentLink';

/** What saves the records of the installed rooms, by the resource's name. */
export class Savers {
  /** `own`: of resources whose service is of another kind. */
  constructor(
    private readonly services: RecordServices,
    private readonly own: ReadonlyMap<string, Saver>,
  ) {}

  /** Undefined where the resource's room is left out. */
  of(resource: string): Saver | undefined {
    const own = this.own.get(resource);
    if (own) return own;
    const saver = this.services.named(resource)?.service;
    return saver && resource === LINKS ? new LinkSaver(saver) : saver;
  }
}

/** Why a file isn't loaded. */
export const LEFT_OUT = 'its add-on is left out (ADD_ONS)';
