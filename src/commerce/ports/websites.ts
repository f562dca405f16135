import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { WebsiteFacts } from '../domain/website.js';

export abstract class Websites {
  /** Undefined if there is none; website 0 is one. */
  abstract byId(id: number): MaybePromise<WebsiteFacts | undefined>;

  /** The default website: there is always exactly one. */
  abstract standard(): MaybePromise<WebsiteFacts>;
}
