import type { JsonObject } from '../../domain/json.js';
import { readTemplate } from '../../domain/read-template.js';
import type { TemplateDocument } from '../../domain/template.js';
import battery from '../../templates/battery.json';
import construction from '../../templates/construction.json';
import detergent from '../../templates/detergent.json';
import electronics from '../../templates/electronics.json';
import furniture from '../../templates/furniture.json';
import generic from '../../templates/generic.json';
import steel from '../../templates/steel.json';
import textile from '../../templates/textile.json';
import toy from '../../templates/toy.json';
import tyre from '../../templates/tyre.json';

const shipped = (document: object): TemplateDocument => {
  const read = readTemplate(document as JsonObject);
  if ('faults' in read) throw new Error(`a shipped template has faults: ${JSON.stringify(read.faults)}`);
  return read.template;
};

/** The templates that come with the house (passports-templates.md, "The shipped ones"). */
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
].map(shipped);
