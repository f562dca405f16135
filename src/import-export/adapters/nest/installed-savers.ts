import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Resources } from '../../../../libs/records/index.js';
import { serviceOf } from '../../../../libs/webapi/index.js';
import { LinkSaver } from '../../application/link-saver.js';
import { type Saver, Savers } from '../../application/savers.js';

/** Savers for resources whose service is of another kind, by the resource's name. */
export const OWN_SAVERS = 'import-export:own-savers';

/** What is made and deleted, but never changed. */
const LINKS = 'documentLink';

/** The services that the installed rooms give to the application. */
@Injectable()
export class InstalledSavers extends Savers {
  constructor(
    private readonly modules: ModuleRef,
    private readonly resources: Resources,
    @Inject(OWN_SAVERS) private readonly own: ReadonlyMap<string, Saver>,
  ) {
    super();
  }

  of(resource: string): Saver | undefined {
    const own = this.own.get(resource);
    if (own) return own;
    const saver = this.installed(resource);
    return saver && resource === LINKS ? new LinkSaver(saver) : saver;
  }

  private installed(resource: string): Saver | undefined {
    const token = serviceOf(this.resources.named(resource));
    try {
      return this.modules.get<Saver>(token, { strict: false });
    } catch {
      return undefined;
    }
  }
}
