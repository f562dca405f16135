import type { ExternalStorage, PartyRole, Use } from '../../../passport/domain/index.js';
import type { PageLanguage } from './languages.js';
import { titled } from './values.js';

type Both = Readonly<Record<PageLanguage, string>>;

const both = (en: string, de: string): Both => ({ en, de });

const USES: Readonly<Record<Use, Both>> = {
  stationary_storage: both('Stationary energy storage', 'Stationäre Energiespeicherung'),
  traction: both('Traction', 'Antrieb'),
  backup: both('Back-up power', 'Notstromversorgung'),
  other: both('Other', 'Andere'),
};

const EXTERNAL_STORAGES: Readonly<Record<ExternalStorage, Both>> = {
  none: both('None', 'Keiner'),
  partly: both('Partly', 'Teilweise'),
  exclusively: both('Exclusively', 'Ausschließlich'),
};

const ROLES: Readonly<Record<PartyRole, Both>> = {
  manufacturer: both('Manufacturer', 'Hersteller'),
  importer: both('Importer', 'Einführer'),
  authorised_representative: both('Authorised representative', 'Bevollmächtigter'),
  distributor: both('Distributor', 'Händler'),
  fulfilment_service_provider: both('Fulfilment service provider', 'Fulfilment-Dienstleister'),
  producer_responsibility_organisation: both(
    'Producer responsibility organisation',
    'Organisation für Herstellerverantwortung',
  ),
  repairer: both('Repairer', 'Reparaturbetrieb'),
  repurposer: both('Repurposer', 'Umnutzer'),
  remanufacturer: both('Remanufacturer', 'Wiederaufarbeiter'),
  waste_operator: both('Waste operator', 'Abfallbewirtschafter'),
  recycler: both('Recycler', 'Recycler'),
  other: both('Other party', 'Weiterer Beteiligter'),
};

/**
 * Labels for categories and document kinds, which are free text: the values of the shipped templates, and some others.
 */
const CATEGORIES: Readonly<Record<string, Both>> = {
  batteries: both('Batteries', 'Batterien'),
  construction_products: both('Construction products', 'Bauprodukte'),
  detergents: both('Detergents', 'Detergenzien'),
  electronics: both('Electronics', 'Elektronik'),
  furniture: both('Furniture', 'Möbel'),
  general: both('General', 'Allgemein'),
  iron_and_steel: both('Iron and steel', 'Eisen und Stahl'),
  textiles: both('Textiles', 'Textilien'),
  toys: both('Toys', 'Spielzeug'),
  tyres: both('Tyres', 'Reifen'),
};

const KINDS: Readonly<Record<string, Both>> = {
  assembly: both('Assembly instructions', 'Montageanleitung'),
  certificate: both('Certificate', 'Zertifikat'),
  declaration_of_conformity: both('Declaration of conformity', 'Konformitätserklärung'),
  declaration_of_performance: both('Declaration of performance', 'Leistungserklärung'),
  instructions: both('Instructions', 'Anleitung'),
  label: both('Label', 'Etikett'),
  manual: both('Manual', 'Handbuch'),
  safety_data_sheet: both('Safety data sheet', 'Sicherheitsdatenblatt'),
  test_report: both('Test report', 'Prüfbericht'),
};

const WORDS: Readonly<Record<string, Readonly<Record<string, Both>>>> = {
  use: USES,
  external_storage: EXTERNAL_STORAGES,
  role: ROLES,
  espr_category: CATEGORIES,
  kind: KINDS,
};

/** The label of a code in a field; the code itself if there is none. */
export const codeWord = (field: string, code: string, page: PageLanguage): string => {
  const known = WORDS[field];
  return known && Object.hasOwn(known, code) ? (known[code]?.[page] ?? code) : titled(code);
};
