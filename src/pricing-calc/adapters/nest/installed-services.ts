import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { RecordServices, Resources, type ServedResource } from '../../../../libs/records/index.js';
import { serviceOf } from '../../../../libs/webapi/index.js';

/** Finds the services where the rooms' modules have put them for their own routes. */
@Injectable()
export class InstalledServices extends RecordServices {
  private readonly known = new Map<string, ServedResource | undefined>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly resources: Resources,
  ) {
    super();
  }

  named(name: string): ServedResource | undefined {
    if (!this.known.has(name) && this.resources.all.some(({ resource }) => resource === name))
      this.known.set(name, this.find(name));
    return this.known.get(name);
  }

  private find(name: string): ServedResource | undefined {
    const resource = this.resources.named(name);
    try {
      return { resource, service: this.modules.get(serviceOf(resource), { strict: false }) };
    } catch {
      // Nest has no other way to say that a room is left out, or that a resource has no service of its own.
      return undefined;
    }
  }
}
