import { isCountry } from '../../src/dpp/passport/domain/iso-codes.js';
import { gtin14, isGln, isLei } from '../../src/dpp/passport/domain/identifiers.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/dpp/passport/domain/json.js';
import { isLanguageTag } from '../../src/dpp/passport/domain/iso-codes.js';

/** A row for the import, and notes on what was corrected or left out of the source. */
export interface MappedPassport {
  readonly row: JsonObject;
  readonly notes: readonly string[];
}

/** The value at a path. The path is a list, because keys contain dots and colons. */
const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
const objects = (value: Json | undefined): readonly JsonObject[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((one) => isJsonObject(one));
const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : isJsonObject(value) ? text(value['@value']) : undefined;
const number = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : undefined;
/** The last part of an IRI or compact IRI. */
const local = (value: Json | undefined): string | undefined => {
  const iri = isJsonObject(value) ? text(value['@id'] ?? value['id']) : text(value);
  return iri?.split(/[/:#]/).at(-1);
};

/** Members that are not undefined. */
const some = (members: Readonly<Record<string, Json | undefined>>): JsonObject | undefined => {
  const left = Object.entries(members).filter((member): member is [string, Json] => member[1] !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
};
const list = (values: readonly (Json | undefined)[]): Json | undefined => {
  const left = values.filter((value) => value !== undefined);
  return left.length === 0 ? undefined : left;
};

const UNITS: Readonly<Record<string, readonly [factor: number, base: string]>> = {
  KGM: [1, 'kg'],
  GRM: [1, 'g'],
  AMH: [1, 'Ah'],
  KWH: [1000, 'Wh'],
  VLT: [1, 'V'],
  KWT: [1000, 'W'],
  WTT: [1, 'W'],
  MIN: [1, 'min'],
  ANN: [1, 'year'],
};

/** Converts a GS1 quantity to the template's unit. A UN/CEFACT common code states the source unit. */
const quantity = (value: Json | undefined, base: string): number | undefined => {
  if (!isJsonObject(value)) return undefined;
  const amount = number(value['gs1:value'] ?? value['value']);
  const [factor, unit] = UNITS[text(value['gs1:unitCode'] ?? value['unitCode']) ?? ''] ?? [];
  if (amount === undefined || factor === undefined || unit !== base) return undefined;
  return Number((amount * factor).toPrecision(12));
};

const languages = (value: Json | undefined, notes: string[]): JsonObject | undefined => {
  const entries = objects(value).map((one) => [
    text(one['@language'] ?? one['language']),
    text(one['@value'] ?? one['value']),
  ]);
  const plain = typeof value === 'string' ? [['en', value]] : [];
  const map = isJsonObject(value) && entries.every(([tag]) => tag === undefined) ? Object.entries(value) : [];
  const all = [...entries, ...plain, ...map].filter(([tag, one]) => tag !== undefined && typeof one === 'string');
  return some(Object.fromEntries(all.map(([tag, one]) => [rightTag(String(tag), notes), one as string])));
};

const rightTag = (tag: string, notes: string[]): string => {
  if (isLanguageTag(tag)) return tag;
  const mended = tag.replace(/-UK$/, '-GB');
  notes.push(`language ${tag}: taken as ${mended}`);
  return mended;
};

const country = (value: Json | undefined, notes: string[]): string | undefined => {
  const said = text(value);
  if (said === undefined || isCountry(said)) return said;
  const mended = { UK: 'GB', China: 'CN' }[said];
  notes.push(`country ${said}: ${mended === undefined ? 'left out' : `taken as ${mended}`}`);
  return mended;
};

const gtin = (value: Json | undefined, notes: string[]): string | undefined => {
  const said = text(value);
  const right = said === undefined ? undefined : gtin14(said);
  if (said !== undefined && right === undefined) notes.push(`GTIN ${said}: left out, wrong check digit`);
  return right;
};

const LANGUAGES_OF_CARE: Readonly<Record<string, string>> = {
  Wash30: 'wash-30',
  DoNotBleach: 'do-not-bleach',
  DoNotTumbleDry: 'do-not-tumble-dry',
  DoNotIron: 'do-not-iron',
  DryCleanHydrocarbon: 'dry-clean-f',
};

const gs1Maker = (value: Json | undefined, notes: string[]): JsonObject | undefined => {
  const gln = text(at(value, 'gs1:globalLocationNumber'));
  const address = at(value, 'gs1:address');
  const parts = ['gs1:streetAddress', 'gs1:postalCode', 'gs1:addressLocality'].map((key) => text(at(address, key)));
  return some({
    name: text(at(value, 'gs1:organizationName')),
    ...(gln !== undefined && isGln(gln) ? { operator_id: gln, id_scheme: 'gln' } : {}),
    address: parts.some((part) => part !== undefined)
      ? parts.filter((part) => part !== undefined).join(', ')
      : undefined,
    country: country(at(address, 'gs1:addressCountry', 'gs1:countryCode'), notes),
  });
};

const row = (members: Readonly<Record<string, Json | undefined>>, notes: readonly string[]): MappedPassport => ({
  row: { ...some(members) },
  notes,
});

const ebikeBattery = (of: JsonObject): MappedPassport => {
  const notes: string[] = [];
  const eu = (key: string, from: Json = of): Json | undefined => at(from, `eubat:${key}`);
  const technical = eu('hasTechnicalSpecifications') ?? null;
  const footprint = eu('hasCarbonFootprintDeclaration') ?? null;
  const recycled = eu('hasRecycledContent') ?? null;
  const chemistry = eu('hasBatteryChemistry') ?? null;
  const address = at(eu('hasManufacturingPlace'), 'gs1:address');
  const share = (metal: string): JsonObject | undefined =>
    some({
      pre_consumer: number(eu(`${metal}PreConsumerShare`, recycled)),
      post_consumer: number(eu(`${metal}PostConsumerShare`, recycled)),
    });
  const stage = (name: string): number | undefined => quantity(eu(`hasCarbonFootprint${name}`, footprint), 'kg');
  const years = quantity(at(of, 'gs1:manufacturersWarranty', 'gs1:durationOfWarranty'), 'year');
  notes.push('no SKU: the model is taken', 'carbon footprint: given in kg without a functional unit, taken as kg CO2e');
  return row(
    {
      sku: text(eu('batteryModelIdentifier')),
      template_code: 'battery',
      // The sample lacks data that the law requires of batteries from 2027-02-18 on and that version 2.0.0 demands.
      template_version: '1.0.0',
      product_name: languages(of['gs1:productName'], notes),
      espr_category: 'batteries',
      gtin: gtin(of['gs1:gtin'], notes),
      serial: text(of['gs1:hasSerialNumber']),
      mpn: text(eu('batteryModelIdentifier')),
      country_of_origin: country(at(address, 'gs1:addressCountry', 'gs1:countryCode'), notes),
      manufacturer: gs1Maker(of['gs1:manufacturer'], notes),
      dpp_payload: some({
        battery_category: local(of['schema:category']) === 'LMTBattery' ? 'lmt' : undefined,
        battery_model: text(eu('batteryModelIdentifier')),
        battery_status: local(of['schema:status'])?.toLowerCase(),
        manufacturing_place: some({
          city: text(at(address, 'gs1:addressLocality')),
          country: country(at(address, 'gs1:addressCountry', 'gs1:countryCode'), notes),
        }),
        weight_kg: quantity(of['gs1:netWeight'], 'kg'),
        warranty_months: years === undefined ? undefined : years * 12,
        chemistry: text(at(chemistry, 'schema:name')),
        materials_detail: some({
          cathode: text(eu('cathodeActiveMaterial', chemistry)),
          anode: text(eu('anodeActiveMaterial', chemistry)),
          electrolyte: text(eu('electrolyteType', chemistry)),
        }),
        hazardous_substances: list(
          objects(eu('hasHazardousSubstances')).map((one) =>
            some({
              name: text(one['schema:name']),
              cas: text(eu('substanceCasNumber', one)),
              ec: text(eu('substanceEcNumber', one)),
              location: local(eu('hasSubstanceLocation', one)),
              hazard_class: local(eu('hasHazardClass', one)),
              concentration_max: number(eu('concentration', one)),
              unit: '%',
            }),
          ),
        ),
        carbon_footprint: some({
          value: stage('Total'),
          unit: 'kg CO2e',
          class: local(eu('hasCarbonFootprintPerformanceClass', footprint))?.replace('CFClass', ''),
          study_url: text(eu('carbonFootprintStudyUrl', footprint)),
          lifecycle_stages: some({
            raw_material: stage('RawMaterialExtraction'),
            production: stage('Production'),
            distribution: stage('Distribution'),
            end_of_life: stage('Recycling'),
          }),
        }),
        recycled_content: some({ nickel: share('nickel'), cobalt: share('cobalt'), lithium: share('lithium') }),
        dismantling: some({ guide_url: text(eu('documentUrl', objects(eu('hasDismantlingDocuments'))[0] ?? null)) }),
        rated_capacity_ah: quantity(eu('hasRatedCapacity', technical), 'Ah'),
        rated_energy_wh: quantity(eu('hasRatedEnergy', technical), 'Wh'),
        voltage: some({
          minimum: quantity(eu('hasMinimumVoltage', technical), 'V'),
          nominal: quantity(eu('hasNominalVoltage', technical), 'V'),
          maximum: quantity(eu('hasMaximumVoltage', technical), 'V'),
        }),
        original_power_w: quantity(eu('hasRatedMaximumPower', technical), 'W'),
        expected_lifetime: some({ cycles: number(eu('expectedCycleLife', technical)) }),
      }),
    },
    notes,
  );
};

const lmtBattery = (of: JsonObject): MappedPassport => {
  const notes: string[] = [];
  const technical = of['technicalSpecifications'];
  const footprint = of['carbonFootprintDeclaration'];
  const endOfLife = of['endOfLifeInfo'];
  const recycled = of['recycledContent'];
  const operator = of['operatorInformation'];
  const share = (metal: string): JsonObject | undefined =>
    some({
      pre_consumer: number(at(recycled, `${metal}PreConsumerShare`)),
      post_consumer: number(at(recycled, `${metal}PostConsumerShare`)),
    });
  const stage = (name: string): number | undefined => quantity(at(footprint, `carbonFootprint${name}`), 'kg');
  const name = languages(of['productName'], notes);
  const maker = of['manufacturer'];
  const address = at(operator, 'address');
  notes.push(
    'no SKU and no model: the GTIN and the name are taken',
    'category: IndustrialBattery and light-means-of-transport at once, taken as lmt',
    'carbon footprint: the stages (30.1) are more than the total (12)',
    'hazardous substances: without names, called by their CAS numbers',
    'manufacturer: PedalPro Mobility GmbH here, EcoCell GmbH in the operator information; the first is taken',
  );
  return row(
    {
      sku: text(of['gtin']),
      template_code: 'battery',
      // The sample lacks data that the law requires of batteries from 2027-02-18 on and that version 2.0.0 demands.
      template_version: '1.0.0',
      product_name: name,
      espr_category: 'batteries',
      gtin: gtin(of['gtin'], notes),
      serial: text(of['serialNumber']),
      country_of_origin: country(at(of['countryOfOrigin'], 'countryCode'), notes),
      manufacturer: some({
        name: text(objects(at(maker, 'organizationName'))[0]?.['value']),
        operator_id: text(at(maker, 'globalLocationNumber')),
        id_scheme: 'gln',
        address: ['streetAddress', 'postalCode', 'addressLocality'].map((key) => text(at(address, key))).join(', '),
        country: country(at(address, 'countryCode'), notes),
      }),
      dpp_payload: some({
        battery_category: 'lmt',
        battery_model: text(at(name, 'en')),
        battery_status: local(of['status'])?.toLowerCase(),
        manufacturing_date: text(of['manufacturingDate']),
        manufacturing_place: some({
          city: text(at(of['manufacturingPlace'], 'address', 'addressLocality')),
          country: country(at(of['manufacturingPlace'], 'address', 'countryCode'), notes),
        }),
        weight_kg: quantity(of['netWeight'], 'kg'),
        symbols: some({
          separate_collection: objects(of['labels']).some((one) => local(one['labelSubject']) === 'SeparateCollection'),
          cadmium: at(of, 'cadmiumSymbolRequired'),
          lead: at(of, 'leadSymbolRequired'),
        }),
        declaration_of_conformity_url: text(at(of['euDeclarationOfConformity'], 'declarationOfConformity')),
        test_reports: [
          {
            standard: 'not named',
            number: text(of['testReportNumber']) ?? '',
            url: text(of['resultOfTestReport']) ?? '',
          },
        ],
        chemistry: `${text(at(of['batteryChemistry'], 'cathodeActiveMaterial'))} against ${text(at(of['batteryChemistry'], 'anodeActiveMaterial'))}`,
        hazardous_substances: list(
          objects(of['hazardousSubstances']).map((one) =>
            some({
              name: `CAS ${text(one['substanceCasNumber'])}`,
              cas: text(one['substanceCasNumber']),
              ec: text(one['substanceEcNumber']),
              location: local(one['substanceLocation']),
              hazard_class: local(one['hazardClass']),
              concentration_max: number(one['concentration']),
              unit: '%',
            }),
          ),
        ),
        carbon_footprint: some({
          value: stage('Total'),
          unit: 'kg CO2e/kWh',
          class: local(at(footprint, 'carbonFootprintPerformanceClass'))?.replace('CFClass', ''),
          study_url: text(at(footprint, 'carbonFootprintStudyUrl')),
          lifecycle_stages: some({
            raw_material: stage('RawMaterialExtraction'),
            production: stage('Production'),
            distribution: stage('Distribution'),
            end_of_life: stage('Recycling'),
          }),
        }),
        due_diligence_url: text(at(of['supplyChainDueDiligence'], 'dueDiligenceReportUrl')),
        recycled_content: some({
          nickel: share('nickel'),
          cobalt: share('cobalt'),
          lithium: share('lithium'),
          lead: share('lead'),
        }),
        renewable_content_share: number(at(endOfLife, 'renewableContent')),
        waste_information: some({ en: text(at(endOfLife, 'informationOnCollection')) }),
        spare_part_sources: list([text(at(of['sparePartSources'], 'organizationName'))]),
        dismantling: some({
          minutes: quantity(at(endOfLife, 'dismantlingTime'), 'min'),
          guide_url: text(at(endOfLife, 'dismantlingInstructions')),
        }),
        safety_measures: text(at(endOfLife, 'safetyInstructionsForDismantling')),
        rated_capacity_ah: quantity(at(technical, 'ratedCapacity'), 'Ah'),
        rated_energy_wh: quantity(at(technical, 'ratedEnergy'), 'Wh'),
        voltage: some({
          minimum: quantity(at(technical, 'minimumVoltage'), 'V'),
          nominal: quantity(at(technical, 'nominalVoltage'), 'V'),
          maximum: quantity(at(technical, 'maximumVoltage'), 'V'),
        }),
        original_power_w: quantity(at(technical, 'ratedMaximumPower'), 'W'),
        expected_lifetime: some({
          cycles: number(at(technical, 'expectedCycleLife')),
          years: number(at(technical, 'expectedLifetimeYears')),
          reference_test: text(at(technical, 'lifetimeReferenceTest')),
        }),
        round_trip_efficiency: some({ new: number(at(technical, 'roundTripEfficiency')) }),
        c_rate: number(at(technical, 'cRateLifeCycleTest')),
      }),
    },
    notes,
  );
};

const jacket = (of: JsonObject): MappedPassport => {
  const notes: string[] = [];
  const eu = (key: string, from: Json | undefined = of): Json | undefined => at(from, `eutex:${key}`);
  const care = eu('hasCareInstructions');
  const durability = eu('hasDurabilityInfo');
  const codes = ['Washing', 'Bleaching', 'Drying', 'Ironing', 'DryCleaning'].map(
    (kind) => LANGUAGES_OF_CARE[local(eu(`has${kind}Symbol`, care)) ?? ''],
  );
  const micro = eu('hasMicroplasticInfo');
  notes.push(
    'no SKU: the GTIN is taken',
    'no country of origin',
    'parts of fibres stand in their names, so all of them together make 100 %',
  );
  return row(
    {
      sku: text(of['gs1:gtin']),
      template_code: 'textile',
      product_name: languages(of['gs1:productName'], notes),
      espr_category: 'textiles',
      gtin: gtin(of['gs1:gtin'], notes),
      manufacturer: gs1Maker(of['gs1:manufacturer'], notes),
      dpp_payload: some({
        category: text(eu('garmentType')),
        size: text(eu('sizeRange')),
        fibres: list(
          objects(of['gs1:textileMaterial']).map((one) =>
            some({
              fibre: text(one['gs1:textileMaterialDescription']),
              percent: number(one['gs1:textileMaterialPercentage']),
              origin: country(eu('fiberOrigin', one), notes),
              recycled: eu('isRecycledFiber', one),
              certificate: text(at(eu('hasFiberCertification', one), 'gs1:certificationValue')),
            }),
          ),
        ),
        care_codes: list(codes),
        care_note: languages(eu('additionalCareInstructions', care), notes),
        robustness: some({
          wash_cycles: number(eu('expectedWashCycles', durability)),
          dimensional_change_percent: number(eu('dimensionalStability', durability)),
          pilling_grade: number(eu('pillingResistance', durability)),
          expected_years: number(eu('expectedLifetimeYears', durability)),
        }),
        microplastics: text(eu('microplasticMitigationMeasures', micro)),
        substances_of_concern: list(
          objects(eu('hasSubstancesOfConcern')).map((one) =>
            some({
              name: text(one['schema:name']),
              location: text(one['oec:substanceLocation']),
              concentration_max: number(eu('substanceConcentration', one)),
              unit: '%',
              safe_use: text(eu('safeUseInstructions', one)),
            }),
          ),
        ),
        repair: some({ en: text(eu('repairGuideUrl')) }),
        certificates: list(
          objects(of['gs1:certification']).map((one) =>
            some({
              scheme: text(one['gs1:certificationStandard']),
              number: text(one['gs1:certificationIdentification']),
            }),
          ),
        ),
        take_back: some({
          available: eu('takeBackProgramAvailable'),
          url: text(eu('takeBackUrl', eu('hasTakeBackProgram'))),
          text: languages(eu('endOfLifeDestination', eu('hasTakeBackProgram')), notes),
        }),
      }),
    },
    notes,
  );
};

const percent = (value: Json | undefined): number | undefined => {
  const share = number(value);
  return share === undefined ? undefined : Number((share * 100).toPrecision(12));
};

const smartphone = (of: JsonObject): MappedPassport => {
  const notes: string[] = [];
  const eu = (key: string, from: Json | undefined = of): Json | undefined => at(from, `euelec:${key}`);
  const repair = eu('hasRepairabilityIndex');
  const software = eu('hasSoftwareSupport');
  const weee = eu('hasWeeeCompliance');
  const recycled = of['oec:hasRecycledContentDetails'];
  notes.push(
    'no SKU: the model is taken',
    'a name without a language: taken as English',
    'no serial number but in its address',
  );
  return row(
    {
      sku: text(eu('modelIdentifier')),
      template_code: 'electronics',
      product_name: languages(of['gs1:productName'], notes),
      espr_category: 'electronics',
      gtin: gtin(of['gs1:gtin'], notes),
      serial: text(of['id'])?.split('/21/')[1],
      mpn: text(eu('modelIdentifier')),
      country_of_origin: country(at(of['gs1:countryOfOrigin'], 'gs1:countryCode'), notes),
      manufacturer: gs1Maker(of['gs1:manufacturer'], notes),
      dpp_payload: some({
        device_type: local(of['schema:category'])?.toLowerCase(),
        model: text(eu('modelIdentifier')),
        weight_g: quantity(of['gs1:netWeight'], 'g'),
        standby_power_w: quantity(eu('hasPowerConsumptionStandby', eu('hasEnergyEfficiency')), 'W'),
        repairability: some({
          class: local(eu('hasRepairabilityClass', repair))?.replace('RepairClass', ''),
          score: number(eu('displayScore', repair)),
          scale: '0 to 10',
        }),
        spare_parts: list(
          objects(eu('hasComponents', eu('hasBillOfMaterials'))).map((one) => {
            const price = eu('hasSparePartPrice', one);
            return some({
              name: text(one['schema:name']),
              part_number: text(eu('componentPartNumber', one)),
              available_years: quantity(eu('hasSparePartAvailabilityYears', one), 'year'),
              price: some({ value: number(at(price, 'gs1:price')), currency: text(at(price, 'gs1:priceCurrency')) }),
            });
          }),
        ),
        software_support: some({
          os_upgrades_until: text(eu('featureUpdateEndDate', software)),
          security_updates_until: text(eu('securityUpdateEndDate', software)),
        }),
        rohs: eu('rohsCompliant', eu('hasRohsCompliance')),
        recycled_content: some({ total_percent: percent(at(recycled, 'oec:recycledContent')) }),
        carbon_footprint: some({
          value: number(at(of['oec:hasEmissionsPerformance'], 'oec:carbonFootprintTotal')),
          unit: 'kg CO2e/piece',
          scope: local(at(of['oec:hasEmissionsPerformance'], 'oec:hasOperationalScope')),
        }),
        weee_category: local(at(weee, 'schema:category')),
        weee_registration: some({
          country: country(eu('weeeRegistrationCountry', weee), notes),
          number: text(eu('weeeRegistrationNumber', weee)),
        }),
      }),
    },
    notes,
  );
};

const drill = (of: JsonObject): MappedPassport => {
  const notes: string[] = [];
  const maker = of['manufacturer'];
  const address = at(maker, 'address');
  const lei = text(at(maker, 'leiCode')) ?? '';
  if (!isLei(lei)) notes.push(`LEI ${lei}: wrong check digits; the GLN is taken`);
  const origins = (of['countryOfOrigin'] ?? []) as readonly Json[];
  notes.push(
    `countries of origin: ${origins.length}, of which the first is taken`,
    'picture: no absolute address, left out',
    'no statement on RoHS and WEEE, which the template for electronics needs: generic is taken',
    'HS code 84672100: 8 digits, so of the Combined Nomenclature',
    'no serial number, though the granularity is Item',
  );
  const footprint = objects(of['productCharacteristics']).find((one) =>
    text(one['characteristicName'])?.startsWith('CO2e'),
  );
  const certificate = objects(of['additionalCertifications'])[0] ?? {};
  return row(
    {
      sku: text(of['model']),
      template_code: 'generic',
      product_name: languages(of['productName'], notes),
      espr_category: 'electronics',
      gtin: gtin(of['gtin'], notes),
      mpn: text(of['model']),
      country_of_origin: country(origins[0], notes),
      hs_code: text(of['hsCode']),
      manufacturer: some({
        name: text(at(maker, 'organizationName')),
        operator_id: text(at(maker, 'gln')),
        id_scheme: 'gln',
        address: ['streetAddress', 'postalCode', 'addressLocality'].map((key) => text(at(address, key))).join(', '),
        country: country(at(address, 'addressCountry'), notes),
      }),
      documents: objects(of['documents']).map((one) => ({
        kind: 'epd',
        title: text(one['resourceTitle']) ?? '',
        url: text(one['url']) ?? '',
      })),
      dpp_payload: some({
        description: languages(of['description'], notes),
        brand: text(of['brand']),
        model: text(of['model']),
        weight_kg: number(of['netWeight']),
        declaration_of_conformity_url: text(certificate['url']),
        carbon_footprint: some({
          value: number(text(footprint?.['characteristicValue'])?.split(' ')[0]),
          unit: 'kg CO2e/piece',
        }),
      }),
    },
    notes,
  );
};

/** Converts each sample of `test/fixtures/passports/samples` to a row for the import. */
export const FOREIGN_PASSPORTS: Readonly<Record<string, (source: JsonObject) => MappedPassport>> = {
  'openepcis-ebike-battery.jsonld': ebikeBattery,
  'openepcis-lmt-battery-en18223.json': lmtBattery,
  'openepcis-shell-jacket.jsonld': jacket,
  'openepcis-smartphone.jsonld': smartphone,
  'keystone-cordless-drill.json': drill,
};
