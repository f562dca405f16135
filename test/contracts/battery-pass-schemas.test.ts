import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import type { TemplateDocument } from '../../src/dpp/templates/domain/template.js';
import { batteryPass } from '../support/battery-pass.js';

/*
 * The schemas of BatteryPass-Ready (data model 1.0 of GEFEG, as OpenEPCIS publishes them under Apache-2.0) aren't part of
 * the project, since the licence of what they mirror couldn't be read. Whoever has them names their folder.
 */
const FOLDER = process.env['BATTERY_PASS_SCHEMAS'] ?? '';
const isThere = existsSync(join(FOLDER, 'LMT.schema.json')) && FOLDER !== '';

/** Where our passports differ from that model, by the last names of the place, and why. */
const DEPARTURES: Readonly<Record<string, string>> = {
  CarbonFootprintLabel: 'the label of Article 7(2) isn’t due: no act on it is adopted',
  CarbonFootprintPerformanceClass: 'the class of Article 7(2) isn’t due: no act on it is adopted',
  WarrantyPeriodOfTheBattery: 'a day there; ours is a length in months, as Annex XIII, point 1(m) says',
  UniqueFacilityIdentifier: 'the identifier of a plant isn’t due for batteries',
  InformationOfDueDiligenceReport: 'due from 18 August 2027 where its materials are held',
  BatteryCarbonFootprintPerFunctionalUnit: 'not due: the act on its calculation isn’t adopted',
  'ContributionOfRawMaterialAcquisitionAndPre-processingLifecycleStage': 'not due, see the carbon footprint',
  ContributionOfMainProductProductionLifecycleStage: 'not due, see the carbon footprint',
  ContributionOfDistributionLifecycleStage: 'not due, see the carbon footprint',
  ContributionOfEndOfLifeAndRecyclingLifecycleStage: 'not due, see the carbon footprint',
  WebLinkToPublicCarbonFootprintStudy: 'not due, see the carbon footprint',
  'Pre-consumerRecycledNickelShare': 'not due: Article 8(1) applies later; ours is one share, recovered from both',
  'Pre-consumerRecycledCobaltShare': 'not due, see nickel',
  'Pre-consumerRecycledLithiumShare': 'not due, see nickel',
  'Post-consumerRecycledNickelShare': 'not due, see nickel',
  'Post-consumerRecycledCobaltShare': 'not due, see nickel',
  'Post-consumerRecycledLithiumShare': 'not due, see nickel',
  RecycledLeadShare: 'not due, see nickel',
  ohmValue: 'whole ohms there: a battery has milliohms',
  amperehourMiliamperehourValue: 'whole ampere-hours there: a light battery has tenths of one',
  EnergyThroughput: 'voluntary (Annex VII, Part B)',
  CapacityThroughput: 'voluntary (Annex VII, Part B)',
  TimeSpentInExtremeTemperaturesAboveBoundary: 'voluntary (Annex VII, Part B)',
  TimeSpentInExtremeTemperaturesBelowBoundary: 'voluntary (Annex VII, Part B)',
  TimeSpentChargingDuringExtremeTemperaturesAboveBoundary: 'voluntary (Annex VII, Part B)',
  TimeSpentChargingDuringExtremeTemperaturesBelowBoundary: 'voluntary (Annex VII, Part B)',
  NumberOfDeepDischargeEvents: 'voluntary (Annex VII, Part B)',
  EnergyRoundTripEfficiencyFade: 'where applicable: a reason stands in the passport',
  TemperatureInformation: 'asked as soon as use has given data',
  StateOfChargeSoC: 'asked as soon as use has given data',
  InformationOnAccidents: 'asked as soon as use has given data',
};

const nameOf = ({ keyword, params, instancePath }: ErrorObject): string =>
  keyword === 'required'
    ? String((params as { readonly missingProperty: string }).missingProperty)
    : (instancePath.split('/').at(-1) ?? '');

const battery = SHIPPED_TEMPLATES.find(
  ({ code, version }) => code === 'battery' && version === '2.0.0',
) as TemplateDocument;
const exampleOf = (name: string): JsonObject =>
  name === 'lmt' ? battery.example : (battery.examples?.[name] as JsonObject);
const seen = new Set<string>();

const CASES: readonly (readonly [string, string])[] = [
  ['lmt', 'LMT'],
  ['ev', 'EV'],
  ['industrial', 'StationaryIndustrial2kWh'],
  ['industrial_without_bms', 'IndustrialWithoutBMS'],
];

describe('the examples of batteries in the data model of BatteryPass-Ready', () => {
  it.each(CASES)('%s: fills each of its groups but those that aren’t due', (name) => {
    const { Battery_Passport: groups } = batteryPass(exampleOf(name)) as { Battery_Passport: JsonObject };
    const empty = Object.entries(groups).filter(([, group]) => Object.keys(group as JsonObject).length === 0);
    const notDue = ['BatteryCarbonFootprint', 'SupplyChainDueDiligence'];
    expect(empty.map(([group]) => group).filter((group) => !notDue.includes(group))).toEqual([]);
  });
});

if (isThere)
  describe('its schemas, read from the folder that BATTERY_PASS_SCHEMAS names', () => {
    it.each(CASES)('the example of %s meets %s.schema.json but for what is named', (name, file) => {
      const schema = JSON.parse(readFileSync(join(FOLDER, `${file}.schema.json`), 'utf8')) as object;
      const ajv = new Ajv2020({
        strict: false,
        allErrors: true,
        formats: { date: true, 'date-time': true, uri: /^https?:/ },
      });
      const validate = ajv.compile(schema);
      validate(batteryPass(exampleOf(name)));
      const unnamed = (validate.errors ?? []).filter((error) => !Object.hasOwn(DEPARTURES, nameOf(error)));
      for (const error of validate.errors ?? []) seen.add(nameOf(error));
      expect(unnamed.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)).toEqual([]);
    });

    it('no departure is named in vain', () => {
      expect(Object.keys(DEPARTURES).filter((name) => !seen.has(name))).toEqual([]);
    });
  });
