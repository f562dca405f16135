import { Injectable } from '@nestjs/common';
import { ShippedTemplates } from '../ports/shipped-templates.js';
import { ManageTemplates } from './manage-templates.js';

/** Puts the templates of the house into the database, each once; a newer version of one stands beside the older. */
@Injectable()
export class ShipTemplates {
  constructor(
    private readonly templates: ManageTemplates,
    private readonly shipped: ShippedTemplates,
  ) {}

  /** May run in several processes at once, and again and again. */
  ensure(): Promise<void> {
    return this.templates.ship(this.shipped.all);
  }
}
