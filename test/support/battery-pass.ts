import { isJsonObject, type Json, type JsonObject } from '../../src/dpp/passport/domain/json.js';

/** Removes missing members, and objects whose value is missing. */
const present = (value: Json | undefined): Json | undefined => {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, one]) => {
    const there = present(one);
    return there === undefined || there === null ? [] : [[key, there] as const];
  });
  return Object.fromEntries(members);
};

type Maybe = Json | undefined;

/** An EN 18222 response for one passport: header and elements in compressed form. */
export type Content = JsonObject;

/** The present value of a measured element, which is returned with its time. */
const now = (value: Maybe): Maybe =>
  isJsonObject(value) && 'measuredAt' in value && Object.keys(value).length === 2 ? value['value'] : value;
/** True for texts by language, which are a list of language and text pairs. */
const isTexts = (value: Maybe): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  (value as readonly Json[]).every(
    (one) => isJsonObject(one) && Object.keys(one).toSorted().join() === 'language,value',
  );

const written = (value: Json): Json => {
  if (isTexts(value))
    return Object.fromEntries(
      (value as readonly JsonObject[]).map(({ language, value: said }) => [text(language), said ?? '']),
    );
  if (Array.isArray(value)) return (value as readonly Json[]).map(written);
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, written(one)]))
    : value;
};

/** The payload in the form in which it was sent, restored from a response; only these properties. */
export const payloadOf = (content: Content, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = now(content[name]);
      return value === undefined ? [] : [[name, written(value)]];
    }),
  );

const text = (value: Maybe): string => (typeof value === 'string' ? value : '');
const at = (value: Maybe, ...path: readonly (string | number)[]): Maybe =>
  path.reduce<Maybe>((one, step) => {
    if (Array.isArray(one)) return (one as readonly Json[])[step as number];
    return isJsonObject(one) ? one[step] : undefined;
  }, value);

/** A quantity in the BatteryPass-Ready model; undefined if Kontor has no value. */
const quantity = (value: Maybe, name: string, unitName: string, unit: string): Maybe =>
  value === undefined ? undefined : { [name]: value, [unitName]: unit };
const percent = (value: Maybe): Maybe => quantity(value, 'percentageValue', 'percent', '%');
const celsius = (value: Maybe): Maybe => quantity(value, 'celsiusValue', 'degreeCelsius', '°C');
const volt = (value: Maybe): Maybe => quantity(value, 'voltValue', 'volt', 'V');
const perKwh = (value: Maybe): Maybe =>
  quantity(value, 'kgCO2-equivalentPerKilowattHourValue', 'kgCO2-equivalentPerKilowattHour', 'kgCO2-eq/kWh');
const ampereHours = (value: Maybe): Maybe =>
  quantity(value, 'amperehourMiliamperehourValue', 'ampereHourMiliamperehour', 'Ah');
const ohm = (milliohm: Maybe): Maybe =>
  quantity(typeof milliohm === 'number' ? milliohm / 1000 : undefined, 'ohmValue', 'ohm', 'Ohm');
/** BatteryPass-Ready states power at 80 % and 20 % of charge, Kontor states it for the battery. */
const power = (value: Maybe): Maybe =>
  value === undefined ? undefined : { wattValueAt80SoC: value, wattValueAt20SoC: value, watt: 'W' };

const CHEMISTRIES: readonly (readonly [RegExp, string])[] = [
  [/NMC/, 'Li-ion NMC'],
  [/LFP/, 'Li-ion LFP'],
  [/Lead/, 'Pb'],
];
const CATEGORIES: Readonly<Record<string, string>> = {
  ev: 'electric vehicle battery',
  lmt: 'LMT battery',
  stationary: 'industrial/stationary battery',
  industrial: 'industrial/non-stationary battery',
};

const joined = (list: Maybe, of: (entry: Json) => string): Maybe =>
  Array.isArray(list) ? (list as readonly Json[]).map(of).join('; ') : undefined;

/** BatteryPass-Ready values start with a capital letter. */
const capital = (value: Maybe): string => text(value).replace(/^./, (letter) => letter.toUpperCase());

/**
 * A passport of battery 2.0.0 in the data model of BatteryPass-Ready, made from an EN 18222 response. Where that model
 * requires a URL and Kontor has the text itself, the URL is the passport's page, which shows the text.
 */
export const batteryPass = (content: Content): JsonObject => {
  const payload = payloadOf(content, Object.keys(content));
  const page = content['digitalProductPassportId'];
  const maker = content['manufacturer'];
  const party = {
    name: at(maker, 'name'),
    registeredTradeNameOrRegisteredTrademark: at(maker, 'name'),
    postalAddress: at(maker, 'address'),
    webAddress: at(maker, 'url'),
    'e-mailAddress': at(maker, 'email'),
  };
  const [record, health] = [at(payload, 'performance', 0), at(payload, 'state_of_health', 0)];
  const [environment, footprint] = [at(payload, 'environment', 0), payload['carbon_footprint']];
  const stage = (name: string): Maybe => perKwh(at(footprint, 'lifecycle_stages', name));
  const share = (metal: string): Maybe => percent(at(payload, 'recycled_content', metal));
  const chemistry = text(payload['chemistry']);
  const category = content['use'] === 'stationary_storage' ? 'stationary' : text(payload['battery_category']);
  const shown = (value: Maybe): Maybe => (value === undefined ? undefined : page);
  return present({
    Battery_Passport: {
      IdentifiersAndProductData: {
        DPPSchemaVersion: content['dppSchemaVersion'],
        DPPStatus: { dppStatusValue: capital(content['dppStatus']) },
        DPPGranularity: content['granularity'],
        'Date-timeOfLatestUpdateOfDPP': content['lastUpdated'],
        BatteryModelIdentifier: payload['battery_model'],
        UniqueBatteryPassportIdentifierUniqueDPPIdentifier: page,
        UniqueBatteryIdentifierUniqueProductIdentifier: content['uniqueProductIdentifier'],
        BatterySerialNumber: content['serial'],
        UniqueEconomicOperatorIdentifier: content['economicOperatorId'],
        UniqueManufacturerIdentifier: at(maker, 'operator_id'),
        UniqueFacilityIdentifier: content['facilityId'],
        EconomicOperatorInformation: party,
        ManufacturerInformation: party,
        ManufacturingPlace: `${text(at(payload, 'manufacturing_place', 'city'))}, ${text(at(payload, 'manufacturing_place', 'country'))}`,
        ManufacturingDate: payload['manufacturing_date'],
        DateOfPuttingTheBatteryIntoService: payload['put_into_service_on'],
        BatteryCategory: { batteryCategoryValue: CATEGORIES[category] },
        BatteryMass: quantity(payload['weight_kg'], 'gramKgValue', 'gramKg', 'kg'),
        BatteryStatus: { batteryStatusValues: payload['battery_status'] },
      },
      PerformanceAndDurability: {
        RatedCapacity: ampereHours(payload['rated_capacity_ah']),
        RemainingCapacity: ampereHours(at(health, 'remaining_capacity_ah')),
        StateOfCertifiedEnergySOCE: percent(at(health, 'certified_energy')),
        CapacityThresholdForExhaustion: percent(payload['exhaustion_threshold']),
        CapacityFade: percent(at(record, 'capacity_fade')),
        StateOfChargeSoC: percent(at(payload, 'state_of_charge', 0, 'value')),
        MinimumVoltage: volt(at(payload, 'voltage', 'minimum')),
        NominalVoltage: volt(at(payload, 'voltage', 'nominal')),
        MaximumVoltage: volt(at(payload, 'voltage', 'maximum')),
        OriginalPowerCapability: power(payload['original_power_w']),
        RemainingPowerCapability: power(at(health, 'remaining_power_w')),
        PowerFade: percent(at(record, 'power_fade')),
        MaximumPermittedBatteryPower: quantity(at(payload, 'power_limits', 0, 'value_w'), 'wattValue', 'watt', 'W'),
        InitialRoundTripEnergyEfficiency: percent(at(payload, 'round_trip_efficiency', 'new')),
        RoundTripEnergyEfficiencyAt50OfCycleLife: percent(at(payload, 'round_trip_efficiency', 'at_half_life')),
        RemainingRoundTripEnergyEfficiency: percent(at(health, 'remaining_efficiency')),
        EnergyRoundTripEfficiencyFade: percent(at(record, 'efficiency_fade')),
        'EvolutionOfSelf-dischargeRates': percent(at(health, 'self_discharge')),
        InitialInternalResistanceOfBatteryCellAndPackModuleRecommended: ohm(
          at(payload, 'internal_resistance_mohm', 'pack'),
        ),
        InternalResistanceIncreaseOfPackCellAndModuleRecommended: percent(at(record, 'resistance_increase')),
        ExpectedLifetimeInCalendarYears: at(record, 'expected_years'),
        'ExpectedLifetime-NumberOfCharge-dischargeCycles': at(payload, 'expected_lifetime', 'cycles'),
        'Cycle-lifeReferenceTest': at(payload, 'expected_lifetime', 'reference_test'),
        'C-rateOfRelevantCycle-lifeTest': quantity(
          payload['c_rate'],
          'amperePerAmpereHourValue',
          'amperePerAmpereHour',
          'A/Ah',
        ),
        NumberOfFullChargingAndDischargingCycles: payload['cycle_count'],
        EnergyThroughput: quantity(payload['energy_throughput_kwh'], 'kilowattHourValue', 'kilowattHour', 'kWh'),
        CapacityThroughput: quantity(
          payload['capacity_throughput_ah'],
          'amperehourMiliamperehourValue',
          'amperehourMiliamperehour',
          'Ah',
        ),
        TemperatureInformation: celsius(at(environment, 'temperature_max')),
        TemperatureRangeIdleStateLowerBoundary: celsius(at(payload, 'temperature_range', 'storage_min')),
        TemperatureRangeIdleStateUpperBoundary: celsius(at(payload, 'temperature_range', 'storage_max')),
        TimeSpentInExtremeTemperaturesAboveBoundary: at(environment, 'above_45_min'),
        TimeSpentInExtremeTemperaturesBelowBoundary: at(environment, 'below_minus_10_min'),
        TimeSpentChargingDuringExtremeTemperaturesAboveBoundary: at(environment, 'charging_above_45_min'),
        TimeSpentChargingDuringExtremeTemperaturesBelowBoundary: at(environment, 'charging_below_minus_10_min'),
        NumberOfDeepDischargeEvents: payload['deep_discharges'],
        InformationOnAccidents: shown(payload['negative_events']),
      },
      BatteryCarbonFootprint: {
        BatteryCarbonFootprintPerFunctionalUnit: perKwh(at(footprint, 'value')),
        'ContributionOfRawMaterialAcquisitionAndPre-processingLifecycleStage': stage('raw_material'),
        ContributionOfMainProductProductionLifecycleStage: stage('production'),
        ContributionOfDistributionLifecycleStage: stage('distribution'),
        ContributionOfEndOfLifeAndRecyclingLifecycleStage: stage('end_of_life'),
        CarbonFootprintPerformanceClass: at(footprint, 'class'),
        WebLinkToPublicCarbonFootprintStudy: at(footprint, 'study_url'),
      },
      BatteryMaterialsAndComposition: {
        BatteryChemistry: { chemicalCodeValue: CHEMISTRIES.find(([form]) => form.test(chemistry))?.[1] },
        MaterialsUsedInCathodeAnodeAndElectrolyte: ['cathode', 'anode', 'electrolyte']
          .map((part) => text(at(payload, 'materials_detail', part)))
          .join('; '),
        HazardousSubstances: joined(payload['hazardous_substances'], (one) => text(at(one, 'name'))),
        CriticalRawMaterials: joined(payload['critical_raw_materials'], text),
        ImpactOfSubstancesOnEnvironmentHumanHealthSafetyPersons: at(payload, 'waste_information', 'effects', 'en'),
      },
      CircularityAndResourceEfficiency: {
        'Pre-consumerRecycledNickelShare': share('nickel'),
        RecycledLeadShare: share('lead'),
        RenewableContentShare: percent(payload['renewable_content_share']),
        'DismantlingInformation-ManualsForTheRemovalAndTheDisassemblyOfTheBatteryPack':
          at(payload, 'dismantling', 'guide_url') ?? page,
        PartNumbersForComponents: shown(payload['part_numbers']),
        InformationOnSourcesOfSpareParts: shown(payload['spare_part_sources']),
        SafetyMeasures: shown(payload['safety_measures']),
        'InformationOnTheRoleOfEnd-usersInContributingToWastePrevention': shown(
          at(payload, 'waste_information', 'prevention'),
        ),
        'InformationOnTheRoleOfEnd-usersInContributingToTheSeparateCollectionOfWasteBatteries': shown(
          at(payload, 'waste_information', 'separate_collection'),
        ),
        InformationOnBatteryCollectionPreparationForSecondLifeAndOnTreatmentAtEndOfLife: shown(
          at(payload, 'waste_information', 'collection_points'),
        ),
      },
      SupplyChainDueDiligence: { InformationOfDueDiligenceReport: payload['due_diligence_url'] },
      SymbolsLabelsAndDocumentationOfConformity: {
        SeparateCollectionSymbol: shown(at(payload, 'symbols', 'separate_collection')),
        SymbolsForCadmiumAndLead: shown(at(payload, 'symbols', 'lead')),
        ExtinguishingAgent: { extinguishingAgent: payload['extinguishing_agent'] },
        MeaningOfLabelsAndSymbols: at(payload, 'waste_information', 'symbols', 'en'),
        EUDeclarationOfConformity: payload['declaration_of_conformity_url'],
        ResultsOfTestReportsProvingCompliance: shown(payload['test_reports']),
      },
    },
  } as unknown as JsonObject) as JsonObject;
};
