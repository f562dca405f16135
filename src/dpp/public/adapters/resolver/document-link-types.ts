import { documentKind } from '../../../passport/domain/index.js';

/** Document kinds by GS1 link type. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  instructions: ['instructions', 'instructions_for_use', 'manual', 'user_manual', 'operating_instructions', 'assembly'],
  quickStartGuide: ['quick_start', 'quick_start_guide'],
  certificationInfo: [
    'certificate',
    'certification',
    'declaration_of_conformity',
    'declaration_of_performance',
    'conformity',
    'test_report',
    'epd',
  ],
  safetyInfo: ['safety', 'safety_information', 'safety_data_sheet', 'sds'],
  serviceInfo: ['service', 'maintenance', 'repair', 'repair_manual', 'dismantling', 'spare_parts'],
  sustainabilityInfo: [
    'sustainability',
    'recycling',
    'disposal',
    'waste_information',
    'due_diligence',
    'carbon_footprint',
  ],
  support: ['support', 'warranty'],
  faqs: ['faq', 'faqs'],
  relatedVideo: ['video'],
  relatedImage: ['image', 'picture', 'label'],
};

const BY_KIND: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([type, kinds]) => kinds.map((kind) => [kind, type] as const)),
);

/** The GS1 link type for a document kind; undefined if GS1 has none. */
export const linkTypeOf = (kind: string): string | undefined => BY_KIND.get(documentKind(kind));
