// Complete passports of each kind of battery. All makers, numbers and certificates are invented.

const NO_DILIGENCE = { '/due_diligence_url': 'It holds no cobalt, lithium, nickel or natural graphite.' };
const PLACED = '2027-02-18';

const gtin = (twelve) => {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
};

const RHEINPFAD = {
  name: 'Rheinpfad Energiespeicher GmbH',
  operator_id: '9524000000187',
  id_scheme: 'gln',
  address: 'Am Westkai 12, 70327 Stuttgart',
  country: 'DE',
  url: 'https://rheinpfad.example/',
  email: 'passport@rheinpfad.example',
};
const PARTIES = [
  {
    role: 'manufacturer',
    name: RHEINPFAD.name,
    ids: [{ scheme: 'gln', value: RHEINPFAD.operator_id }],
    address: RHEINPFAD.address,
    country: 'DE',
    email: RHEINPFAD.email,
    url: RHEINPFAD.url,
  },
];

const envelope = (sku, [en, de], twelve, hsCode, more) => ({
  sku,
  product_name: { en, de },
  gtin: gtin(twelve),
  mpn: sku.replace(/^BAT-/, 'RP-'),
  espr_category: 'batteries',
  hs_code: hsCode,
  country_of_origin: 'HU',
  manufacturer: RHEINPFAD,
  parties: PARTIES,
  placed_on_market_on: PLACED,
  ...more,
});

const WASTE = {
  prevention: {
    en: 'Charge between 20 and 80 %, store cool and dry; have it repaired or used again before you give it away.',
    de: 'Zwischen 20 und 80 % laden, kühl und trocken lagern; vor der Entsorgung Reparatur oder Weiternutzung prüfen.',
  },
  separate_collection: {
    en: 'Never put batteries into household waste: hand them in separately.',
    de: 'Batterien gehören nicht in den Hausmüll: getrennt abgeben.',
  },
  collection_points: {
    en: 'Your dealer and municipal collection points take the battery back free of charge.',
    de: 'Händler und kommunale Sammelstellen nehmen die Batterie kostenlos zurück.',
  },
  safety: {
    en: 'Tape the contacts; never open, crush or mail a damaged battery.',
    de: 'Kontakte abkleben; beschädigte Batterien nicht öffnen, quetschen oder verschicken.',
  },
  symbols: {
    en: 'The crossed-out wheeled bin: collect separately. Cd or Pb below it: more cadmium or lead than the threshold.',
    de: 'Durchgestrichene Abfalltonne: getrennt sammeln. Cd oder Pb darunter: mehr Cadmium oder Blei als der Schwellenwert.',
  },
  effects: {
    en: 'Heavy metals, electrolytes and fires harm water, soil and health when batteries are discarded carelessly.',
    de: 'Schwermetalle, Elektrolyte und Brände schaden Wasser, Boden und Gesundheit, wenn Batterien achtlos entsorgt werden.',
  },
};

const document = (model) => ({
  declaration_of_conformity_url: `https://rheinpfad.example/doc/${model.toLowerCase()}.pdf`,
  declaration_of_conformity_number: `DOC-${model}`,
});

const dismantling = (model, cells, layout) => ({
  steps: 9,
  tools: ['Torx T10', 'Torx T20', 'plastic spudger'],
  guide_url: `https://rheinpfad.example/repair/${model.toLowerCase()}`,
  diagram_urls: [`https://rheinpfad.example/repair/${model.toLowerCase()}-exploded.pdf`],
  fasteners: [{ type: 'Torx T10 screw', count: 12 }],
  warnings: {
    en: 'Cell connectors stay live: cover them before you lift the board.',
    de: 'Zellverbinder bleiben unter Spannung: vor dem Abheben der Platine abdecken.',
  },
  cell_count: cells,
  cell_layout: layout,
});

const repair = (model, cells, layout) => ({
  part_numbers: [
    { part: 'Battery management board', number: `${model}-BMS` },
    { part: 'Housing seal', number: `${model}-SEAL` },
  ],
  spare_part_sources: ['Rheinpfad Service, service@rheinpfad.example'],
  dismantling: dismantling(model, cells, layout),
  safety_measures: {
    en: 'Discharge below 30 % before opening; wear insulating gloves and eye protection.',
    de: 'Vor dem Öffnen unter 30 % entladen; isolierende Handschuhe und Augenschutz tragen.',
  },
});

const made = (date) => ({ manufacturing_date: date, manufacturing_place: { city: 'Miskolc', country: 'HU' } });
const reports = (...all) => ({ test_reports: all.map(([standard, number]) => ({ standard, number })) });
const ELECTROLYTE = {
  name: 'Lithium hexafluorophosphate',
  cas: '21324-40-3',
  ec: '244-334-7',
  location: 'Electrolyte',
  concentration_max: 1.6,
};
const use = (cycles, events) => ({ cycle_count: cycles, negative_events: events });

const lmt = {
  ...envelope(
    'BAT-36V-545',
    ['Rheinpfad RP-545 e-bike battery, 36 V, 545 Wh', 'Rheinpfad RP-545 E-Bike-Akku, 36 V, 545 Wh'],
    '952400001001',
    '85076000',
    {
      image_url: 'https://rheinpfad.example/images/rp-545-d.jpg',
      batch: 'L2027-03',
      serial: 'RP545-27-0004711',
      mpn: 'RP-545-D',
      use: 'traction',
      rechargeable: true,
      has_bms: true,
      external_storage: 'none',
      rated_energy_wh: 545,
      facilities: [{ id: '9524000000194', scheme: 'gln', name: 'Miskolc', country: 'HU' }],
      documents: [
        {
          kind: 'declaration_of_conformity',
          title: 'EU declaration of conformity RP-545-D',
          url: 'https://rheinpfad.example/doc/rp-545-d.pdf',
          language: 'en',
        },
        {
          kind: 'manual',
          title: 'Betriebsanleitung RP-545-D',
          url: 'https://rheinpfad.example/manual/rp-545-d-de.pdf',
          language: 'de',
        },
      ],
    },
  ),
  dpp_payload: {
    battery_category: 'lmt',
    battery_model: 'RP-545-D',
    ...made('2027-01-11'),
    weight_kg: 3.0,
    warranty_months: 24,
    battery_status: 'original',
    symbols: { separate_collection: true, cadmium: false, lead: false },
    ...document('RP-545-D'),
    extinguishing_agent: 'Plenty of water; class D powder for exposed cells',
    ...reports(['UN 38.3', 'UN383-26-1187'], ['EN 50604-1', 'EN50604-26-0410']),
    carbon_footprint: {
      value: 0.099,
      lifecycle_stages: { raw_material: 0.056, production: 0.033, distribution: 0.004, end_of_life: 0.006 },
      study_url: 'https://rheinpfad.example/pcf/rp-545-d',
      doc_number: 'DOC-RP-545-D',
    },
    due_diligence_url: 'https://rheinpfad.example/due-diligence/2027',
    chemistry: 'Lithium nickel manganese cobalt oxide (NMC 811) against graphite with silicon oxide',
    critical_raw_materials: ['Lithium', 'Cobalt', 'Nickel', 'Manganese', 'Natural graphite', 'Copper', 'Aluminium'],
    hazardous_substances: [ELECTROLYTE],
    materials_detail: {
      cathode: 'LiNi0.8Mn0.1Co0.1O2, 31 % of the cell mass',
      anode: 'Graphite with silicon oxide (SiOx)',
      electrolyte: '1.1 M LiPF6 in EC/EMC/DMC',
    },
    renewable_content_share: 0,
    waste_information: WASTE,
    ...repair('RP-545-D', 30, '10s3p'),
    rated_capacity_ah: 15.0,
    voltage: { minimum: 27.0, nominal: 36.3, maximum: 42.0 },
    original_power_w: 750,
    power_limits: [{ value_w: 900, duration_s: 10, temperature_min: 25, temperature_max: 25 }],
    expected_lifetime: { cycles: 1000, reference_test: 'To 70 % of the capacity at 0.5 C and 25 °C' },
    temperature_range: {
      storage_min: 10,
      storage_max: 40,
      storage_test: 'EN 50604-1, storage at both ends for 30 days',
      charge_min: 0,
      charge_max: 40,
      discharge_min: -10,
      discharge_max: 50,
    },
    round_trip_efficiency: { new: 95, at_half_life: 92.5 },
    internal_resistance_mohm: { cell: 24, pack: 105 },
    c_rate: 0.5,
    performance: [
      {
        occasion: 'placed_on_market',
        at: PLACED,
        rated_capacity_ah: 15.0,
        capacity_fade: 0,
        power_w: 750,
        power_fade: 0,
        internal_resistance_mohm: 105,
        resistance_increase: 0,
        round_trip_efficiency: 95,
        efficiency_fade: 0,
        expected_cycles: 1000,
        expected_years: 8,
      },
    ],
    state_of_health: [
      {
        measured_at: '2028-04-18',
        remaining_capacity_ah: 14.1,
        remaining_power_w: 705,
        remaining_efficiency: 94.2,
        self_discharge: 2.3,
        ohmic_resistance_mohm: 118,
      },
    ],
    put_into_service_on: '2027-02-20',
    ...use(212, []),
    environment: [
      {
        from: '2027-02-20',
        to: '2028-04-18',
        temperature_min: -4,
        temperature_max: 41,
        above_45_min: 0,
        below_minus_10_min: 0,
        charging_above_45_min: 0,
        charging_below_minus_10_min: 0,
      },
    ],
    state_of_charge: [{ at: '2028-04-18T09:30:00Z', value: 61 }],
    energy_throughput_kwh: 112,
    capacity_throughput_ah: 3090,
    full_equivalent_cycles: 206,
    deep_discharges: 0,
  },
};

const ev = {
  ...envelope(
    'BAT-EV-781',
    ['Rheinpfad EV pack, 355 V, 78.1 kWh', 'Rheinpfad Fahrzeugbatterie, 355 V, 78,1 kWh'],
    '952400001010',
    '85076000',
    {
      serial: 'RPEV-27-000117',
      use: 'traction',
      rechargeable: true,
      has_bms: true,
      external_storage: 'none',
      rated_energy_wh: 78100,
    },
  ),
  dpp_payload: {
    battery_category: 'ev',
    battery_model: 'RP-EV-781',
    ...made('2027-01-04'),
    weight_kg: 455,
    warranty_months: 96,
    battery_status: 'original',
    symbols: { separate_collection: true, cadmium: false, lead: false },
    ...document('RP-EV-781'),
    extinguishing_agent: 'Water in large quantities',
    ...reports(['UN Regulation No. 100', 'R100-26-0031'], ['UN 38.3', 'UN383-26-0977']),
    due_diligence_url: 'https://rheinpfad.example/due-diligence/2027',
    chemistry: 'Lithium nickel manganese cobalt oxide (NMC 622) against graphite',
    critical_raw_materials: ['Lithium', 'Cobalt', 'Nickel', 'Manganese', 'Natural graphite', 'Copper', 'Aluminium'],
    hazardous_substances: [ELECTROLYTE],
    materials_detail: {
      cathode: 'LiNi0.6Mn0.2Co0.2O2',
      anode: 'Graphite on copper',
      electrolyte: '1 M LiPF6 in EC/EMC',
    },
    renewable_content_share: 0,
    waste_information: WASTE,
    ...repair('RP-EV-781', 192, '96s2p'),
    rated_capacity_ah: 220,
    voltage: { minimum: 269, nominal: 355, maximum: 403 },
    original_power_w: 160000,
    power_limits: [{ value_w: 180000, duration_s: 10, soc: 80, temperature_min: 15, temperature_max: 35 }],
    expected_lifetime: { cycles: 1500, reference_test: 'ISO 12405-4, 25 °C' },
    exhaustion_threshold: 70,
    temperature_range: { storage_min: -20, storage_max: 45, storage_test: 'ISO 12405-4, storage for 28 days' },
    round_trip_efficiency: { new: 94.5, at_half_life: 92.8 },
    internal_resistance_mohm: { cell: 1.1, pack: 62 },
    c_rate: 0.33,
    performance: [
      {
        occasion: 'placed_on_market',
        at: PLACED,
        rated_capacity_ah: 220,
        capacity_fade: 0,
        power_w: 160000,
        power_fade: 0,
        internal_resistance_mohm: 62,
        resistance_increase: 0,
        round_trip_efficiency: 94.5,
        efficiency_fade: 0,
        expected_cycles: 1500,
        expected_years: 15,
      },
    ],
    state_of_health: [{ measured_at: '2027-08-20', certified_energy: 98.6 }],
    put_into_service_on: '2027-03-01',
    ...use(41, [{ event: 'Fast charging stopped at a cell temperature of 58 °C', at: '2027-07-14' }]),
    environment: [{ from: '2027-03-01', to: '2027-08-20', temperature_min: -2, temperature_max: 58 }],
    state_of_charge: [{ at: '2027-08-20T06:00:00Z', value: 74 }],
  },
};

const industrial = {
  ...envelope(
    'BAT-IND-100',
    ['Rheinpfad storage rack, 51.2 V, 10.2 kWh', 'Rheinpfad Speicherrack, 51,2 V, 10,2 kWh'],
    '952400001011',
    '85076000',
    {
      serial: 'RPIND-27-00042',
      use: 'stationary_storage',
      rechargeable: true,
      has_bms: true,
      external_storage: 'none',
      rated_energy_wh: 10240,
    },
  ),
  dpp_payload: {
    battery_category: 'industrial',
    battery_model: 'RP-IND-100',
    ...made('2027-01-20'),
    weight_kg: 92,
    warranty_months: 120,
    battery_status: 'original',
    symbols: { separate_collection: true, cadmium: false, lead: false },
    ...document('RP-IND-100'),
    extinguishing_agent: 'Water mist; carbon dioxide for the electronics',
    ...reports(['EN IEC 62619', 'IEC62619-26-0212']),
    due_diligence_url: 'https://rheinpfad.example/due-diligence/2027',
    chemistry: 'Lithium iron phosphate (LFP) against graphite',
    critical_raw_materials: ['Lithium', 'Phosphorus', 'Natural graphite', 'Copper', 'Aluminium'],
    hazardous_substances: [ELECTROLYTE],
    materials_detail: {
      cathode: 'LiFePO4 on aluminium',
      anode: 'Graphite on copper',
      electrolyte: '1 M LiPF6 in EC/DMC',
    },
    renewable_content_share: 0,
    waste_information: WASTE,
    ...repair('RP-IND-100', 16, '16s1p'),
    rated_capacity_ah: 200,
    voltage: { minimum: 44.8, nominal: 51.2, maximum: 57.6 },
    original_power_w: 5000,
    power_limits: [{ value_w: 7500, duration_s: 30, soc: 50, temperature_min: 15, temperature_max: 35 }],
    expected_lifetime: { cycles: 6000, reference_test: 'EN IEC 62620, 25 °C' },
    temperature_range: { storage_min: -10, storage_max: 45, storage_test: 'EN IEC 62620, storage for 90 days' },
    round_trip_efficiency: { new: 95, at_half_life: 93.5 },
    internal_resistance_mohm: { cell: 0.3, pack: 9 },
    c_rate: 0.5,
    performance: [
      {
        occasion: 'placed_on_market',
        at: PLACED,
        rated_capacity_ah: 200,
        capacity_fade: 0,
        power_w: 5000,
        power_fade: 0,
        internal_resistance_mohm: 9,
        resistance_increase: 0,
        round_trip_efficiency: 95,
        efficiency_fade: 0,
        expected_cycles: 6000,
        expected_years: 20,
      },
    ],
    state_of_health: [
      {
        measured_at: '2027-09-01',
        remaining_capacity_ah: 199,
        remaining_power_w: 5000,
        remaining_efficiency: 95,
        self_discharge: 1.8,
        ohmic_resistance_mohm: 9.1,
      },
    ],
    put_into_service_on: '2027-03-15',
    ...use(160, []),
    environment: [{ from: '2027-03-15', to: '2027-09-01', temperature_min: 8, temperature_max: 33 }],
    state_of_charge: [{ at: '2027-09-01T06:00:00Z', value: 55 }],
  },
};

const industrialWithoutBms = {
  ...envelope(
    'BAT-IND-PZS',
    ['Rheinpfad traction battery, 48 V, 24 kWh', 'Rheinpfad Antriebsbatterie, 48 V, 24 kWh'],
    '952400001012',
    '85072020',
    {
      serial: 'RPPZS-27-00009',
      use: 'traction',
      rechargeable: true,
      has_bms: false,
      external_storage: 'none',
      rated_energy_wh: 24000,
      not_applicable: {
        '/warranty_months': 'No warranty for the calendar life is given.',
        '/performance/round_trip_efficiency': 'Without a management system it isn’t measured.',
        '/performance/efficiency_fade': 'Without a management system it isn’t measured.',
        '/dismantling/warnings': 'Nothing can be damaged that is used again.',
        ...NO_DILIGENCE,
      },
    },
  ),
  dpp_payload: {
    battery_category: 'industrial',
    battery_model: 'RP-PZS-500',
    ...made('2027-01-25'),
    weight_kg: 715,
    battery_status: 'original',
    symbols: { separate_collection: true, cadmium: false, lead: true },
    ...document('RP-PZS-500'),
    extinguishing_agent: 'Carbon dioxide or powder',
    ...reports(['EN 60254-1', 'EN60254-26-0007']),
    chemistry: 'Lead dioxide against lead, in sulphuric acid',
    critical_raw_materials: ['Antimony'],
    hazardous_substances: [
      { name: 'Sulphuric acid', cas: '7664-93-9', ec: '231-639-5', location: 'Electrolyte', concentration_max: 12 },
    ],
    materials_detail: { cathode: 'Lead dioxide', anode: 'Spongy lead', electrolyte: 'Sulphuric acid, 1.29 kg/l' },
    renewable_content_share: 0,
    waste_information: WASTE,
    part_numbers: [],
    spare_part_sources: ['Rheinpfad Service, service@rheinpfad.example'],
    dismantling: {
      steps: 4,
      tools: ['Insulated spanner 17 mm', 'cell lifter'],
      guide_url: 'https://rheinpfad.example/repair/rp-pzs-500',
      diagram_urls: ['https://rheinpfad.example/repair/rp-pzs-500-exploded.pdf'],
      fasteners: [{ type: 'M10 bolt', count: 48 }],
      cell_count: 24,
      cell_layout: '24s1p',
    },
    safety_measures: {
      en: 'Acid: wear gloves, apron and eye protection; keep sparks away.',
      de: 'Säure: Handschuhe, Schürze und Augenschutz tragen; Funken fernhalten.',
    },
    rated_capacity_ah: 500,
    voltage: { minimum: 40.8, nominal: 48, maximum: 57.6 },
    original_power_w: 9600,
    power_limits: [{ value_w: 14400, duration_s: 60, soc: 80, temperature_min: 20, temperature_max: 30 }],
    expected_lifetime: { cycles: 1500, reference_test: 'EN 60254-1, 30 °C' },
    temperature_range: { storage_min: -10, storage_max: 35, storage_test: 'EN 60254-1, charge retention for 28 days' },
    round_trip_efficiency: { new: 78, at_half_life: 75 },
    internal_resistance_mohm: { cell: 0.5, pack: 12.5 },
    c_rate: 0.2,
    performance: [
      {
        occasion: 'placed_on_market',
        at: PLACED,
        rated_capacity_ah: 500,
        capacity_fade: 0,
        power_w: 9600,
        power_fade: 0,
        internal_resistance_mohm: 12.5,
        resistance_increase: 0,
        expected_cycles: 1500,
        expected_years: 6,
      },
    ],
  },
};

const portable = {
  ...envelope(
    'BAT-PORT-10',
    ['Rheinpfad power bank, 10,000 mAh', 'Rheinpfad Powerbank, 10.000 mAh'],
    '952400001013',
    '85076000',
    { rechargeable: true, use: 'other', has_bms: true, external_storage: 'none', rated_energy_wh: 36 },
  ),
  dpp_payload: {
    battery_category: 'portable',
    battery_model: 'RP-PB-10',
    ...made('2027-01-12'),
    weight_kg: 0.21,
    symbols: { separate_collection: true, cadmium: false, lead: false },
    ...document('RP-PB-10'),
    extinguishing_agent: 'Water',
    due_diligence_url: 'https://rheinpfad.example/due-diligence/2027',
    chemistry: 'Lithium cobalt oxide against graphite',
    critical_raw_materials: ['Lithium', 'Cobalt', 'Natural graphite'],
    hazardous_substances: [ELECTROLYTE],
    waste_information: WASTE,
    rated_capacity_ah: 10,
  },
};

const sli = {
  ...envelope(
    'BAT-SLI-70',
    ['Rheinpfad starter battery, 12 V, 70 Ah', 'Rheinpfad Starterbatterie, 12 V, 70 Ah'],
    '952400001014',
    '85071020',
    {
      ...{ rechargeable: true, use: 'other', has_bms: false, external_storage: 'none', rated_energy_wh: 840 },
      not_applicable: NO_DILIGENCE,
    },
  ),
  dpp_payload: {
    battery_category: 'sli',
    battery_model: 'RP-SLI-70',
    ...made('2027-01-08'),
    weight_kg: 17.4,
    symbols: { separate_collection: true, cadmium: false, lead: true },
    ...document('RP-SLI-70'),
    extinguishing_agent: 'Carbon dioxide or powder',
    chemistry: 'Lead dioxide against lead, in sulphuric acid',
    critical_raw_materials: [],
    hazardous_substances: [
      { name: 'Sulphuric acid', cas: '7664-93-9', location: 'Electrolyte', concentration_max: 14 },
    ],
    recycled_content: { reporting_year: 2026, plant: 'Miskolc', lead: 87 },
    waste_information: WASTE,
    rated_capacity_ah: 70,
  },
};

export const EXAMPLE = lmt;
export const EXAMPLES = {
  ev,
  industrial,
  industrial_without_bms: industrialWithoutBms,
  portable,
  sli,
};
