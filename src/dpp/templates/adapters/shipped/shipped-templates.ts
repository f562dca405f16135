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
