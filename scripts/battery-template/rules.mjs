// Makes the rules of the template from the signs of the data points (points.mjs).

const ACT = 'Regulation (EU) 2023/1542';
/** First day on which a passport is due or, where none is, a QR code with a public page (Article 77(1), 13(6)). */
const PASSPORTS = '2027-02-18';
const DILIGENCE = '2027-08-18';
const RECYCLED_LMT = '2033-08-18';
/** Battery categories. A value is refused if the category cannot have it. */
const CATEGORIES = ['ev', 'lmt', 'industrial', 'portable', 'sli'];

/** EU and EEA states. Whether the regulation applies to the latter is uncertain until it is incorporated. */
const UNION = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO'.split(' ');

const is = (...categories) =>
  categories.length === 1
    ? { field: 'battery_category', equals: categories[0] }
    : { field: 'battery_category', one_of: categories };
const not = (condition) => ({ not: condition });
const all = (...conditions) => {
  const there = conditions.filter((one) => one !== undefined).flatMap((one) => one.all ?? [one]);
  return there.length > 1 ? { all: there } : there[0];
};
const any = (...conditions) => {
  const there = conditions.flatMap((one) => one.any ?? [one]);
  return there.length > 1 ? { any: there } : there[0];
};

const LMT = is('lmt');
const REUSED = { field: 'battery_status', one_of: ['re-used', 'repurposed', 'remanufactured'] };
/** A battery with a predecessor needs a passport whatever its energy (Article 77(7)). */
const FOLLOWS = any(REUSED, { envelope: 'predecessors', filled: true });
const SMALL = { envelope: 'rated_energy_wh', at_most: 2000 };
/** Without a stated energy, a passport is due. */
const INDUSTRIAL = all(is('industrial'), any(not(SMALL), FOLLOWS));
const DUE = any(is('ev', 'lmt'), INDUSTRIAL);
/** Batteries that need no passport. */
const OTHERS = any(is('portable', 'sli'), all(is('industrial'), SMALL, not(FOLLOWS)));

// If a fact is unknown, the stricter case applies.
const RECHARGEABLE = not({ envelope: 'rechargeable', equals: false });
const HAS_BMS = not({ envelope: 'has_bms', equals: false });
const STATIONARY = all(not({ envelope: 'use', one_of: ['traction', 'backup', 'other'] }), HAS_BMS);
/** True if the battery was used. Numbers of a new battery are 0, and its lists are empty. */
const USED = any(
  ...['put_into_service_on', 'negative_events', 'environment', 'state_of_charge'].map((field) => ({
    field,
    filled: true,
  })),
  ...[
    'cycle_count',
    'full_equivalent_cycles',
    'energy_throughput_kwh',
    'capacity_throughput_ah',
    'deep_discharges',
  ].map((field) => ({ field, above: 0 })),
);

/** Batteries whose performance is recorded (Article 10(1)), and the occasions that each status implies. */
const RECORDED = any(is('ev', 'lmt'), all(INDUSTRIAL, RECHARGEABLE));
const OCCASIONS = {
  placed_on_market: ['original'],
  status_change: ['repurposed', 're-used', 'remanufactured', 'waste'],
};

const GRAINS = { b: { granularity: ['batch', 'item'] }, i: { granularity: ['item'] } };

/** In English, German, French, Spanish, Italian and Dutch, with German compound words. */
const NAMES = {
  cobalt: ['Cobalt', 'Kobalt', 'Cobalto', 'Co', 'Cobaltsulfat', 'Kobaltsulfat'],
  lithium: ['Lithium', 'Litio', 'Li', 'Lithiumcarbonat', 'Lithiumhydroxid'],
  nickel: ['Nickel', 'Níquel', 'Nichel', 'Nikkel', 'Ni', 'Nickelsulfat'],
  // Annex X means natural graphite. If a passport names only graphite, a reason says that it is synthetic.
  graphite: ['Graphite', 'Graphit', 'Grafit', 'Grafito', 'Grafite', 'Grafiet', 'Naturgraphit', 'Naturgrafit'],
};
const names = (...materials) => ({
  field: 'critical_raw_materials',
  includes_one_of: materials.flatMap((material) => NAMES[material]),
});
/** Lead is not a critical raw material, so its symbol decides. If the symbol is unknown, the value is required. */
const HOLDS = {
  cobalt: names('cobalt'),
  lithium: names('lithium'),
  nickel: names('nickel'),
  lead: not({ field: 'symbols.lead', equals: false }),
};

/** A condition for the categories with this sign; undefined if no category has it. */
const categoriesOf = (signs, sign) => {
  const [ev, lmt, industrial] = signs;
  const found = [ev === sign && 'ev', lmt === sign && 'lmt'].filter(Boolean);
  const parts = [...(found.length > 0 ? [is(...found)] : []), ...(industrial === sign ? [INDUSTRIAL] : [])];
  return parts.length === 0 ? undefined : any(...parts);
};

const required = (field, when, cite, more = {}) => ({
  rule: 'required_from',
  field,
  when,
  from: PASSPORTS,
  ...more,
  cite,
});

const CONDITIONS = { r: RECHARGEABLE, s: STATIONARY, u: USED, x: undefined };
const OPEN = { not_applicable: true };
/** A member is required only if its object is present; otherwise only the object is missing. */
const filled = (field) => (field === undefined ? undefined : { field, filled: true });

const signRules = (path, { signs, of, possible, others, within, unless, cite }) => {
  const grain = all(GRAINS[of], unless === undefined ? undefined : not({ field: unless, filled: true }));
  const mandatory = categoriesOf(signs, 'M');
  const conditional = Object.entries(CONDITIONS).flatMap(([sign, condition]) => {
    const categories = categoriesOf(signs, sign);
    return categories ? [required(path, all(categories, grain, condition, filled(within)), cite, OPEN)] : [];
  });
  const refusing = refusedOf(signs);
  return [
    ...(mandatory ? [required(path, all(mandatory, grain), cite, possible ? OPEN : {})] : []),
    ...conditional,
    ...(others
      ? [required(path, OTHERS, cite.replace(/Annex XIII, point [^;]*/, 'Article 13(6)'), signs[0] === 'x' ? OPEN : {})]
      : []),
    ...(refusing ? [{ rule: 'refused_if', field: path, when: refusing, cite }] : []),
  ];
};

/** Where a value does not apply. The fourth sign is for industrial batteries without a management system only. */
const refusedOf = ([ev, lmt, industrial, without]) => {
  const refused = [ev === '-' && 'ev', lmt === '-' && 'lmt', industrial === '-' && 'industrial'].filter(Boolean);
  // A value of one category only does not apply to portable and SLI batteries either.
  const rest = refused.length > 1 ? CATEGORIES.slice(3) : [];
  const parts = [
    ...(refused.length > 0 ? [is(...refused, ...rest)] : []),
    ...(without === '-' && industrial !== '-' ? [all(is('industrial'), { envelope: 'has_bms', equals: false })] : []),
  ];
  return parts.length === 0 ? undefined : any(...parts);
};

/** A value that nothing requires yet applies once it is present. */
const voluntary = (path, cite) => ({ rule: 'applies_if', field: path, when: { field: path, filled: true }, cite });

const dueRules = (path, { due, cite }) => {
  if (due === 'diligence')
    return [
      {
        rule: 'required_from',
        field: path,
        // Manufacturers that are exempt say so in `not_applicable`, because no field shows it.
        from: DILIGENCE,
        not_applicable: true,
        cite,
      },
    ];
  const metal = path.split('.')[1];
  if (due !== 'recycled' || metal === undefined) return [];
  return [
    {
      rule: 'required_from',
      field: path,
      when: all(LMT, HOLDS[metal], not(REUSED)),
      from: RECYCLED_LMT,
      not_applicable: true,
      cite: `${ACT}, Annex XIII, point 1(e); Article 8(1)`,
    },
  ];
};

const CALCULATION = 'the act on the calculation of the carbon footprint (Article 7(1))';
const CLASSES = 'the act on the classes of the carbon footprint (Article 7(2))';
const RECYCLED = 'the act on the calculation of recycled content (Article 8(1))';
const LABELS = 'the implementing act on labels (Article 13(10))';
const EXTERNAL = { envelope: 'external_storage', equals: 'exclusively' };
const NEW = not(REUSED);
const RECHARGED = all(INDUSTRIAL, RECHARGEABLE);
const awaiting = (field, when, earliest, act, cite) => ({
  rule: 'awaiting',
  field,
  when,
  earliest,
  act,
  cite: `${ACT}, ${cite}`,
});

/** Duties that depend on an act that is not adopted yet, with their earliest day. */
const AWAITED = [
  ...[
    ['value', CALCULATION, '7(1)', ['2025-02-18', '2026-02-18', '2030-08-18', '2028-08-18']],
    ['class', CLASSES, '7(2)', ['2026-08-18', '2027-08-18', '2032-02-18', '2030-02-18']],
  ].flatMap(([name, act, article, [ev, industrial, external, lmt]]) =>
    [
      [all(is('ev'), NEW), ev],
      [all(RECHARGED, NEW, not(EXTERNAL)), industrial],
      [all(RECHARGED, NEW, EXTERNAL), external],
      [all(LMT, NEW), lmt],
    ].map(([when, earliest]) =>
      awaiting(`carbon_footprint.${name}`, when, earliest, act, `Annex XIII, point 1(c); Article ${article}`),
    ),
  ),
  ...Object.entries(HOLDS).map(([metal, holds]) =>
    awaiting(
      `recycled_content.${metal}`,
      all(any(is('ev', 'sli'), all(INDUSTRIAL, not(EXTERNAL))), holds, NEW),
      '2028-08-18',
      RECYCLED,
      'Annex XIII, point 1(e); Article 8(1)',
    ),
  ),
  ...[
    ...['battery_model', 'manufacturing_place', 'manufacturing_date', 'weight_kg', 'rated_capacity_ah', 'chemistry'],
    ...['hazardous_substances', 'extinguishing_agent', 'critical_raw_materials'],
  ].map((field) => awaiting(field, OTHERS, '2026-08-18', LABELS, 'Article 13(1); Annex VI, Part A')),
  awaiting(
    'minimum_average_duration',
    all(is('portable'), { envelope: 'rechargeable', equals: false }),
    '2026-08-18',
    LABELS,
    'Article 13(3)',
  ),
];

const STAGES = ['raw_material', 'production', 'distribution', 'end_of_life'];

export const rulesOf = (rows) => [
  { rule: 'granularity_if', granularity: ['item'], when: DUE, cite: `${ACT}, Article 77(1)` },
  ...[
    ['parties', DUE, `${ACT}, Article 77(3)`],
    ['manufacturer.name', DUE, `${ACT}, Annex XIII, point 1(a); Annex VI, Part A, point 1`],
    ['manufacturer.address', DUE, `${ACT}, Annex XIII, point 1(a); Annex VI, Part A, point 1`],
    // Part of the postal address. It decides whether an importer is responsible for the battery.
    ['manufacturer.country', DUE, `${ACT}, Article 38(7); Article 41(3)`],
    ['rated_energy_wh', is('industrial'), `${ACT}, Article 77(1)`],
  ].map(([envelope, when, cite]) => ({ rule: 'required_from', envelope, when, from: PASSPORTS, cite })),
  ...['parties.name', 'parties.address'].map((envelope) => ({
    rule: 'required_from',
    envelope,
    when: all(
      DUE,
      { envelope: 'manufacturer.country', filled: true },
      not({ envelope: 'manufacturer.country', one_of: UNION }),
    ),
    from: PASSPORTS,
    having: { role: 'importer' },
    cite: `${ACT}, Article 41(3)`,
  })),
  ...Object.entries(OCCASIONS).map(([occasion, statuses]) => ({
    rule: 'required_from',
    field: 'performance.at',
    when: all(RECORDED, GRAINS.i, { field: 'battery_status', one_of: statuses }),
    from: PASSPORTS,
    having: { occasion },
    cite: `${ACT}, Annex XIII, point 4(a); Article 10(1)`,
  })),
  ...rows.flatMap(([path, , spec]) => [
    ...(spec.signs === undefined ? [] : signRules(path, spec)),
    ...(spec.due === undefined ? [] : dueRules(path, spec)),
    ...(spec.later || spec.voluntary ? [voluntary(path, spec.cite)] : []),
  ]),
  ...AWAITED,
  ...[
    ['voltage.minimum', 'voltage.nominal', 'voltage.maximum'],
    ['voltage.temperature_min', 'voltage.temperature_max'],
    ['temperature_range.charge_min', 'temperature_range.charge_max'],
    ['temperature_range.discharge_min', 'temperature_range.discharge_max'],
    ['temperature_range.storage_min', 'temperature_range.storage_max'],
    ['round_trip_efficiency.at_half_life', 'round_trip_efficiency.new'],
    ['manufacturing_date', 'put_into_service_on'],
  ].map((fields) => ({ rule: 'ordered', fields })),
  {
    rule: 'sum_of',
    fields: STAGES.map((stage) => `carbon_footprint.lifecycle_stages.${stage}`),
    field: 'carbon_footprint.value',
    // Four stages and the value, each rounded to three digits.
    tolerance: 0.0025,
    cite: `${ACT}, Annex XIII, point 1(c); Article 7(1)`,
  },
];

const SAID_BY_UNIT = 'The unit is said by the term.';
const PER_CAPACITY = 'It was per kWh of capacity; now it is per kWh of all energy delivered over the service life.';

export const CARRIED_OVER = {
  from: ['1.0.0', '2.0.0'],
  moves: [
    { from: 'recycled_content.year', to: 'recycled_content.reporting_year' },
    ...[
      { from: 'battery_category', to: 'battery_category', values: { stationary: 'industrial' } },
      { from: 'battery_category', envelope: 'use', values: { stationary: 'stationary_storage' } },
      { from: 'rated_energy_wh', envelope: 'rated_energy_wh' },
      { from: 'waste_information', to: 'waste_information.separate_collection' },
      { from: 'safety_measures', to: 'safety_measures.und' },
      { from: 'capacity_fade', to: 'performance[0].capacity_fade' },
      { from: 'expected_lifetime.years', to: 'performance[0].expected_years' },
      { from: 'state_of_health.measured_at', to: 'state_of_health[0].measured_at' },
      {
        from: 'state_of_health.value',
        lost: 'One percentage isn’t what Annex VII asks for: say which quantity was measured.',
      },
      { from: 'temperature_extremes.above_45_min', to: 'environment[0].above_45_min' },
      { from: 'temperature_extremes.below_minus_10_min', to: 'environment[0].below_minus_10_min' },
      ...['nickel', 'cobalt', 'lithium', 'lead'].map((metal) => ({
        from: [`recycled_content.${metal}.pre_consumer`, `recycled_content.${metal}.post_consumer`],
        to: `recycled_content.${metal}`,
      })),
      { from: 'carbon_footprint.value', lost: PER_CAPACITY },
      { from: 'carbon_footprint.lifecycle_stages', lost: PER_CAPACITY },
      { from: 'carbon_footprint.class', lost: 'It is the class of a value per kWh of capacity.' },
      ...['carbon_footprint.unit', 'voltage.unit', 'temperature_range.unit', 'state_of_health.unit'].map((from) => ({
        from,
        lost: SAID_BY_UNIT,
      })),
    ].map((move) => ({ ...move, versions: ['1.0.0'] })),
  ],
};
