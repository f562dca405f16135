import type { JsonObject } from '../../../passport/domain/index.js';
import { readTemplate } from '../../domain/read-template.js';
import type { TemplateDocument } from '../../domain/template.js';
import battery from '../../shipped/battery.json';
import construction from '../../shipped/construction.json';
import detergent from '../../shipped/detergent.json';
import electronics from '../../shipped/electronics.json';
import furniture from '../../shipped/furniture.json';
import generic from '../../shipped/generic.json';
import steel from '../../shipped/steel.json';
import textile from '../../shipped/textile.json';
import toy from '../../shipped/toy.json';
import tyre from '../../shipped/tyre.json';
import battery2 from '../../shipped/battery-2.0.0.json';
import battery21 from '../../shipped/battery-2.1.0.json';
import generic11 from '../../shipped/generic-1.1.0.json';
import textile11 from '../../shipped/textile-1.1.0.json';
import electronics11 from '../../shipped/electronics-1.1.0.json';
import furniture11 from '../../shipped/furniture-1.1.0.json';
import tyre11 from '../../shipped/tyre-1.1.0.json';
import steel11 from '../../shipped/steel-1.1.0.json';
import construction11 from '../../shipped/construction-1.1.0.json';
import toy11 from '../../shipped/toy-1.1.0.json';
import detergent11 from '../../shipped/detergent-1.1.0.json';

const shipped = (document: object): TemplateDocument => {
  const read = readTemplate(document as JsonObject);
  if ('faults' in read) throw new Error(`a shipped template has faults: ${JSON.stringify(read.faults)}`);
  return read.template;
};

/** Templates shipped with the service, oldest versions first (passports-templates.md, "Shipped templates"). */
export const SHIPPED_TEMPLATES: readonly TemplateDocument[] = [
  generic,
  battery,
  textile,
  electronics,
  furniture,
  tyre,
  steel,
  construction,
  toy,
  detergent,
  generic11,
  battery2,
  textile11,
  electronics11,
  furniture11,
  tyre11,
  steel11,
  construction11,
  toy11,
  detergent11,
  battery21,
].map(shipped);
