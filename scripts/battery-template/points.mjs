// The data points of the battery passport and further properties of batteries (docs/passports-templates.md, "Shipped
// templates"): one row for each property. scripts/battery-template/index.mjs makes the shipped template from them.

const ACT = 'Regulation (EU) 2023/1542';
const point = (letter) => `${ACT}, Annex XIII, point ${letter}`;
const label = (number) => `${point('1(a)')}; Annex VI, Part A, point ${number}`;
const annexIV = (number) => `${point('4(a)')}; Annex IV, Part A, point ${number}`;
const annexVII = (number) => `${point('4(b)')}; Annex VII, Part A${number === undefined ? '' : `, point ${number}`}`;

const TEXT = { type: 'string', minLength: 1, maxLength: 2000 };
const LINK = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2000 };
/** A document of this service, published as the property `url` next to it. */
const DOCUMENT = { type: 'integer', minimum: 1, maximum: 2_147_483_647, 'x-document': true };
const DATE = { type: 'string', format: 'date' };
/** A day, or the month alone. */
const MONTH = {
  type: 'string',
  maxLength: 10,
  anyOf: [{ format: 'date' }, { pattern: '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$' }],
};
const TIME = { type: 'string', format: 'date-time' };
const FLAG = { type: 'boolean' };
const TEXTS = { $ref: '#/$defs/texts' };
const NUMBER = { type: 'number' };
const LEAST_0 = { type: 'number', minimum: 0 };
const ABOVE_0 = { type: 'number', exclusiveMinimum: 0 };
const COUNT = { type: 'integer', minimum: 0 };
const SHARE = { type: 'number', minimum: 0, maximum: 100 };
const words = (...all) => ({ type: 'string', enum: all });
const texts = { type: 'array', items: TEXT, uniqueItems: true };
const links = { type: 'array', items: LINK, uniqueItems: true };
const pattern = (source) => ({ type: 'string', pattern: source });

/** Units of measurement as people write them, by their codes of UN/ECE Recommendation 20. */
export const UNITS = {
  KGM: 'kg',
  AMH: 'Ah',
  P1: '%',
  VLT: 'V',
  WTT: 'W',
  B7: 'cycles',
  MON: 'months',
  CEL: '°C',
  E45: 'mΩ',
  H10: '1/h',
  ANN: 'years',
  KWH: 'kWh',
  MIN: 'min',
  SEC: 's',
  C62: '1',
};

/**
 * `signs`: one letter each for electric vehicles, light transport, industrial batteries above 2 kWh, and the latter
 * without a battery management system: M mandatory, L later, r if rechargeable, s if stationary storage with a
 * management system, u as soon as use has produced data, x on a condition, - refused. Without signs the property is
 * voluntary.
 * `of`: m model, b batch, i item. `within`: required only if that property is present.
 */
// prettier-ignore
export const SECTIONS = [
  {
    id: 'product',
    labels: { en: 'Identity and product data', de: 'Identität und Produktdaten' },
    rows: [
      ['battery_category', words('lmt', 'ev', 'industrial', 'portable', 'sli'), { isRequired: true, cite: label(2) }, 'Battery category', 'Batteriekategorie', 'Category of the battery: light means of transport (lmt), electric vehicle (ev), industrial, portable, or starting, lighting and ignition (sli). Stationary storage is a use of an industrial battery.', 'Kategorie: für leichte Verkehrsmittel (lmt), Elektrofahrzeuge (ev), Industrie (industrial), Gerätebatterie (portable) oder Starterbatterie (sli). Stationäre Speicherung ist eine Verwendung einer Industriebatterie.'],
      ['battery_model', TEXT, { signs: 'MMMM', cite: label(2) }, 'Battery model', 'Batteriemodell', 'The manufacturer’s identifier of the battery model.', 'Kennung des Batteriemodells beim Hersteller.'],
      ['manufacturing_date', MONTH, { signs: 'MMMM', of: 'b', cite: label(4), term: 'date_or_month' }, 'Date of manufacture', 'Herstellungsdatum', 'Month or day of manufacture.', 'Monat oder Tag der Herstellung.'],
      ['manufacturing_place', { object: true, required: ['country'] }, { signs: 'MMMM', of: 'b', cite: label(3) }, 'Place of manufacture', 'Herstellungsort', 'Location of the plant that manufactured the battery.', 'Standort des Werks, das die Batterie hergestellt hat.'],
      ['manufacturing_place.city', TEXT, {}, 'City', 'Ort', 'City or municipality of the plant.', 'Stadt oder Gemeinde des Werks.'],
      ['manufacturing_place.country', { $ref: '#/$defs/country' }, {}, 'Country', 'Land', 'Country of the plant as an ISO 3166-1 code.', 'Land des Werks nach ISO 3166-1.'],
      ['weight_kg', ABOVE_0, { unit: 'KGM', signs: 'MMMM', cite: label(5) }, 'Weight', 'Gewicht', 'Mass of the whole battery.', 'Masse der ganzen Batterie.'],
      ['minimum_average_duration', TEXT, { voluntary: true, cite: `${ACT}, Article 13(3)` }, 'Minimum average duration', 'Durchschnittliche Mindestbetriebsdauer', 'Minimum average duration of a non-rechargeable portable battery when used in specific applications.', 'Einer nicht wiederaufladbaren Gerätebatterie: wie lange sie in ihren Anwendungen hält.'],
      ['warranty_months', COUNT, { unit: 'MON', signs: 'xxxx', cite: point('1(m)') }, 'Commercial warranty', 'Gewerbliche Garantie', 'Duration of the commercial warranty for the calendar life, if there is one.', 'Wie lange eine gewerbliche Garantie auf die kalendarische Lebensdauer gilt, sofern eine gegeben wird.'],
      ['battery_status', words('original', 'repurposed', 're-used', 'remanufactured', 'waste'), { point: 4, dynamic: true, of: 'i', signs: 'MMMM', cite: point('4(c)') }, 'Status of the battery', 'Status der Batterie', 'Status of the battery: original, repurposed, re-used, remanufactured or waste.', 'Ob die Batterie im Originalzustand, umgenutzt, wiederverwendet, wiederaufgearbeitet oder Abfall ist.'],
    ],
  },
  {
    id: 'labels',
    labels: { en: 'Symbols, labels and documentation', de: 'Symbole, Kennzeichnung und Dokumentation' },
    rows: [
      ['symbols', { object: true }, { of: 'b', cite: `${point('1(q)')}; Article 13(4) and (5)` }, 'Symbols on the battery', 'Symbole auf der Batterie', 'Prescribed symbols on the battery.', 'Welche der vorgeschriebenen Symbole die Batterie trägt.'],
      ['symbols.separate_collection', FLAG, { of: 'b', signs: 'MMMM', others: true, cite: `${point('1(q)')}; Article 13(4)` }, 'Separate collection', 'Getrennte Sammlung', 'True if the battery bears the symbol of the crossed-out wheeled bin.', 'Die durchgestrichene Abfalltonne auf Rädern.'],
      ['symbols.cadmium', FLAG, { of: 'b', signs: 'xxxx', others: true, cite: `${point('1(q)')}; Article 13(5)` }, 'Cadmium (Cd)', 'Cadmium (Cd)', 'True if the battery bears the symbol Cd, required above 0.002 % of cadmium; false if it contains less.', 'Das Zeichen Cd, geboten über 0,002 % Cadmium; falsch heißt, dass die Batterie weniger enthält.'],
      ['symbols.lead', FLAG, { of: 'b', signs: 'xxxx', others: true, cite: `${point('1(q)')}; Article 13(5)` }, 'Lead (Pb)', 'Blei (Pb)', 'True if the battery bears the symbol Pb, required above 0.004 % of lead; false if it contains less.', 'Das Zeichen Pb, geboten über 0,004 % Blei; falsch heißt, dass die Batterie weniger enthält.'],
      ['declaration_of_conformity_url', LINK, { signs: 'MMMM', others: true, cite: `${point('1(r)')}; Article 18` }, 'EU declaration of conformity', 'EU-Konformitätserklärung', 'URL of the EU declaration of conformity.', 'Wo die EU-Konformitätserklärung zu finden ist.'],
      ['declaration_of_conformity_number', TEXT, { voluntary: true, cite: 'Regulation (EU) 2023/1542, Annex IX' }, 'Number of the declaration of conformity', 'Nummer der Konformitätserklärung', 'Number that the manufacturer assigned to the EU declaration of conformity.', 'Nummer, unter der der Hersteller die Erklärung führt.'],
      ['extinguishing_agent', TEXT, { signs: 'MMMM', cite: label(9) }, 'Extinguishing agent', 'Löschmittel', 'Extinguishing agents that may be used.', 'Löschmittel, die verwendet werden dürfen.'],
      ['test_reports', { list: true, required: ['standard', 'number'], minItems: 1 }, { point: 3, signs: 'MMMM', cite: point('3') }, 'Test reports', 'Prüfberichte', 'Results of tests that prove compliance with the requirements of the regulation.', 'Ergebnisse von Prüfungen, mit denen die Erfüllung der Anforderungen der Verordnung belegt wird.'],
      ['test_reports.standard', TEXT, {}, 'Standard', 'Norm', 'Standard or procedure of the test.', 'Norm oder Verfahren der Prüfung.'],
      ['test_reports.number', TEXT, {}, 'Report number', 'Nummer des Berichts', 'Number of the report.', 'Nummer des Prüfberichts.'],
      ['test_reports.result', TEXT, {}, 'Result', 'Ergebnis', 'Result of the test.', 'Was die Prüfung ergeben hat.'],
      ['test_reports.document_id', DOCUMENT, {}, 'Report in this service', 'Bericht in diesem Dienst', 'ID of the customer document that contains the report; published as the URL of its file.', 'Nummer des Kundendokuments mit dem Bericht. Veröffentlicht wird die Adresse seiner Datei.'],
      ['test_reports.url', LINK, {}, 'Report', 'Bericht', 'URL of the report.', 'Wo der Bericht zu finden ist.'],
    ],
  },
  {
    id: 'carbon_footprint',
    labels: { en: 'Carbon footprint', de: 'CO2-Fußabdruck' },
    rows: [
      ['carbon_footprint', { object: true }, { of: 'b', later: true, cite: `${point('1(c)')}; Article 7(1)` }, 'Carbon footprint', 'CO2-Fußabdruck', 'Carbon footprint over the life cycle per kWh of all energy delivered over the service life (Annex II). Voluntary until the act that sets its calculation applies.', 'CO2-Fußabdruck über den Lebensweg je kWh der gesamten über die Lebensdauer abgegebenen Energie (Anhang II). Freiwillig, bis der Rechtsakt zu seiner Berechnung gilt.'],
      ['carbon_footprint.value', LEAST_0, { unitText: 'kg CO2e/kWh' }, 'Value', 'Wert', 'Sum of the life-cycle stages per functional unit, by model and plant.', 'Summe der Lebenswegabschnitte je funktioneller Einheit, nach Modell und Werk.'],
      ['carbon_footprint.lifecycle_stages', { object: true }, {}, 'By life-cycle stage', 'Nach Lebenswegabschnitt', 'Carbon footprint of each life-cycle stage; together they add up to the value.', 'Anteile der Abschnitte; zusammen ergeben sie den Wert.'],
      ['carbon_footprint.lifecycle_stages.raw_material', LEAST_0, { unitText: 'kg CO2e/kWh' }, 'Raw materials and pre-processing', 'Rohstoffe und Vorverarbeitung', 'Acquisition and pre-processing of raw materials.', 'Gewinnung und Vorverarbeitung der Rohstoffe.'],
      ['carbon_footprint.lifecycle_stages.production', LEAST_0, { unitText: 'kg CO2e/kWh' }, 'Production', 'Herstellung', 'Main production of the product.', 'Hauptproduktion des Produkts.'],
      ['carbon_footprint.lifecycle_stages.distribution', LEAST_0, { unitText: 'kg CO2e/kWh' }, 'Distribution', 'Vertrieb', 'Transport to the point of sale.', 'Transport bis zum Verkaufsort.'],
      ['carbon_footprint.lifecycle_stages.end_of_life', NUMBER, { unitText: 'kg CO2e/kWh' }, 'End of life and recycling', 'Lebensende und Recycling', 'Collection, dismantling and recycling; may be negative.', 'Sammlung, Zerlegung und Recycling; kann negativ sein.'],
      ['carbon_footprint.study_url', LINK, {}, 'Public version of the study', 'Öffentliche Fassung der Studie', 'URL of the public version of the study that supports the carbon footprint values.', 'Öffentliche Fassung der Studie, auf der die Werte beruhen.'],
      ['carbon_footprint.doc_number', TEXT, {}, 'Declaration of conformity', 'Konformitätserklärung', 'Number of the EU declaration of conformity to which the carbon footprint declaration refers.', 'Nummer der EU-Konformitätserklärung, auf die sich die Erklärung des Fußabdrucks bezieht.'],
      ['carbon_footprint.class', TEXT, { cite: `${point('1(c)')}; Article 7(2)` }, 'Performance class', 'Leistungsklasse', 'Carbon footprint performance class; A is the best.', 'Klasse des CO2-Fußabdrucks; A ist die beste.'],
      ['carbon_footprint.label', TEXT, { cite: `${point('1(c)')}; Article 7(2)` }, 'Label', 'Kennzeichnung', 'Content of the carbon footprint label, or its location.', 'Was die Kennzeichnung des CO2-Fußabdrucks besagt oder wo sie zu finden ist.'],
    ],
  },
  {
    id: 'due_diligence',
    labels: { en: 'Supply chain due diligence', de: 'Sorgfaltspflicht in der Lieferkette' },
    rows: [
      ['due_diligence_url', LINK, { due: 'diligence', cite: `${point('1(d)')}; Article 52(3)` }, 'Due diligence report', 'Bericht zur Sorgfaltspflicht', 'Report on due diligence policies for cobalt, lithium, nickel and natural graphite. Small undertakings are exempt.', 'Bericht über die Strategien zur Erfüllung der Sorgfaltspflichten für Cobalt, Lithium, Nickel und Naturgrafit. Kleine Unternehmen sind ausgenommen.'],
    ],
  },
  {
    id: 'materials',
    labels: { en: 'Materials and composition', de: 'Materialien und Zusammensetzung' },
    rows: [
      ['chemistry', TEXT, { signs: 'MMMM', cite: `${point('1(b)')}; Annex VI, Part A, point 7` }, 'Battery chemistry', 'Zellchemie', 'Battery chemistry in general terms: cathode and anode materials.', 'Chemie in allgemeinen Worten: Kathode gegen Anode.'],
      ['critical_raw_materials', { ...texts, 'x-none': true }, { signs: 'MMMM', cite: `${point('1(b)')}; Annex VI, Part A, point 10` }, 'Critical raw materials', 'Kritische Rohstoffe', 'Critical raw materials present above 0.1 % by weight; an empty list means that there are none.', 'Kritische Rohstoffe mit mehr als 0,1 Gewichtsprozent; eine leere Liste heißt, dass es keine gibt.'],
      ['hazardous_substances', { list: true, required: ['name'], none: true }, { signs: 'MMMM', cite: `${point('1(b)')}; Annex VI, Part A, point 8` }, 'Hazardous substances', 'Gefährliche Stoffe', 'Hazardous substances other than mercury, cadmium and lead; an empty list means that there are none.', 'Gefährliche Stoffe außer Quecksilber, Cadmium und Blei; eine leere Liste heißt, dass es keine gibt.'],
      ['hazardous_substances.name', TEXT, {}, 'Name', 'Name', 'Name of the substance.', 'Name des Stoffs.'],
      ['hazardous_substances.cas', pattern('^[1-9][0-9]{1,6}-[0-9]{2}-[0-9]$'), {}, 'CAS number', 'CAS-Nummer', 'Chemical Abstracts Service (CAS) number of the substance.', 'Nummer des Chemical Abstracts Service.'],
      ['hazardous_substances.ec', pattern('^[0-9]{3}-[0-9]{3}-[0-9]$'), {}, 'EC number', 'EG-Nummer', 'Number of the substance in the European inventories.', 'Nummer der europäischen Verzeichnisse.'],
      ['hazardous_substances.location', TEXT, {}, 'Location', 'Fundort', 'Part of the battery that contains the substance.', 'Teil der Batterie, der den Stoff enthält.'],
      ['hazardous_substances.hazard_class', TEXT, {}, 'Hazard class', 'Gefahrenklasse', 'Hazard classes and categories according to Regulation (EC) No 1272/2008.', 'Gefahrenklassen und -kategorien nach Verordnung (EG) Nr. 1272/2008.'],
      ['hazardous_substances.concentration_max', SHARE, { unit: 'P1' }, 'Highest concentration', 'Höchste Konzentration', 'Highest share of the substance by weight.', 'Höchster Gewichtsanteil.'],
      ['materials_detail', { object: true }, { point: 2, cite: point('2(a)') }, 'Detailed composition', 'Genaue Zusammensetzung', 'Materials used in cathode, anode and electrolyte.', 'In Kathode, Anode und Elektrolyt verwendete Materialien.'],
      ['materials_detail.cathode', TEXT, { signs: 'MMMM', cite: point('2(a)') }, 'Cathode', 'Kathode', 'Materials of the cathode.', 'Materialien der Kathode.'],
      ['materials_detail.anode', TEXT, { signs: 'MMMM', cite: point('2(a)') }, 'Anode', 'Anode', 'Materials of the anode.', 'Materialien der Anode.'],
      ['materials_detail.electrolyte', TEXT, { signs: 'MMMM', cite: point('2(a)') }, 'Electrolyte', 'Elektrolyt', 'Materials of the electrolyte.', 'Materialien des Elektrolyten.'],
    ],
  },
  {
    id: 'circularity',
    labels: { en: 'Circularity and resource efficiency', de: 'Kreislauf und Ressourceneffizienz' },
    rows: [
      ['recycled_content', { object: true }, { of: 'b', later: true, due: 'recycled', cite: `${point('1(e)')}; Article 8(1)` }, 'Recycled content', 'Rezyklatgehalt', 'Shares recovered from manufacturing and post-consumer waste, by model, year and plant. Voluntary until Article 8(1) applies.', 'Aus Fertigungs- und Verbraucherabfällen zurückgewonnene Anteile, nach Modell, Jahr und Werk. Freiwillig, bis Artikel 8 Absatz 1 gilt.'],
      ['recycled_content.reporting_year', COUNT, {}, 'Reporting year', 'Berichtsjahr', 'Year to which the shares refer.', 'Jahr, auf das sich die Anteile beziehen.'],
      ['recycled_content.plant', TEXT, {}, 'Plant', 'Werk', 'Plant to which the shares refer.', 'Werk, auf das sich die Anteile beziehen.'],
      ['recycled_content.cobalt', SHARE, { unit: 'P1', due: 'recycled' }, 'Cobalt', 'Cobalt', 'Recovered share of the cobalt in active materials.', 'Zurückgewonnener Anteil des Cobalts in aktiven Materialien.'],
      ['recycled_content.lithium', SHARE, { unit: 'P1', due: 'recycled' }, 'Lithium', 'Lithium', 'Recovered share of the lithium in active materials.', 'Zurückgewonnener Anteil des Lithiums in aktiven Materialien.'],
      ['recycled_content.nickel', SHARE, { unit: 'P1', due: 'recycled' }, 'Nickel', 'Nickel', 'Recovered share of the nickel in active materials.', 'Zurückgewonnener Anteil des Nickels in aktiven Materialien.'],
      ['recycled_content.lead', SHARE, { unit: 'P1', due: 'recycled' }, 'Lead', 'Blei', 'Recovered share of the lead in the battery.', 'Zurückgewonnener Anteil des Bleis in der Batterie.'],
      ['renewable_content_share', SHARE, { unit: 'P1', signs: 'MMMM', cite: point('1(f)') }, 'Renewable content', 'Anteil erneuerbarer Stoffe', 'Share of renewable content by weight; 0 means that there is none.', 'Gewichtsanteil erneuerbarer Stoffe; 0 heißt, dass es keine gibt.'],
      ['waste_information', { object: true }, { cite: `${point('1(s)')}; Article 74(1)` }, 'Waste prevention and collection', 'Vermeidung und Sammlung von Abfall', 'Information for end users about preventing and managing waste batteries.', 'Was Endnutzer über die Vermeidung und Bewirtschaftung von Altbatterien erfahren.'],
      ['waste_information.prevention', TEXTS, { signs: 'MMMM', others: true, cite: `${point('1(s)')}; Article 74(1)(a)` }, 'Prevention', 'Vermeidung', 'Ways for end users to prevent waste through use, care and re-use.', 'Was Endnutzer zur Vermeidung von Abfall tun können: Gebrauch, Pflege, Wiederverwendung.'],
      ['waste_information.separate_collection', TEXTS, { signs: 'MMMM', others: true, cite: `${point('1(s)')}; Article 74(1)(b)` }, 'Separate collection', 'Getrennte Sammlung', 'Role of end users in the separate collection of waste batteries.', 'Was Endnutzer zur getrennten Sammlung von Altbatterien beitragen.'],
      ['waste_information.collection_points', TEXTS, { signs: 'MMMM', others: true, cite: `${point('1(s)')}; Article 74(1)(c)` }, 'Collection points', 'Sammelstellen', 'Places where waste batteries are taken back, re-used and treated.', 'Wo Altbatterien zurückgenommen, wiederverwendet und behandelt werden.'],
      ['waste_information.safety', TEXTS, { signs: 'MMMM', others: true, cite: `${point('1(s)')}; Article 74(1)(d)` }, 'Safe handling', 'Sicherer Umgang', 'Safety instructions for handling waste batteries, in particular lithium batteries.', 'Was beim Umgang mit Altbatterien zu beachten ist, vor allem bei Lithiumbatterien.'],
      ['waste_information.symbols', TEXTS, { signs: 'MMMM', others: true, cite: `${point('1(s)')}; Article 74(1)(e)` }, 'Meaning of the symbols', 'Bedeutung der Symbole', 'Meaning of the symbols on the battery and in its documents.', 'Was die Symbole auf der Batterie und ihren Papieren bedeuten.'],
      ['waste_information.effects', TEXTS, { signs: 'MMMM', others: true, cite: `${point('1(s)')}; Article 74(1)(f)` }, 'Effects on environment and health', 'Auswirkungen auf Umwelt und Gesundheit', 'Effects of the substances in batteries on the environment and health if batteries are discarded carelessly.', 'Was die Stoffe in Batterien bei unsachgemäßer Entsorgung für Umwelt und Gesundheit bedeuten.'],
      ['part_numbers', { list: true, required: ['part', 'number'], none: true }, { point: 2, signs: 'MMMM', cite: point('2(b)') }, 'Part numbers of components', 'Teilenummern der Komponenten', 'Part numbers of components; an empty list means that there are none.', 'Teilenummern der Komponenten; eine leere Liste heißt, dass es keine gibt.'],
      ['part_numbers.part', TEXT, {}, 'Part', 'Teil', 'Name of the component.', 'Um welches Teil es sich handelt.'],
      ['part_numbers.number', TEXT, {}, 'Number', 'Nummer', 'Part number of the component.', 'Seine Nummer.'],
      ['spare_part_sources', { ...texts, minItems: 1 }, { point: 2, signs: 'MMMM', cite: point('2(b)') }, 'Sources of spare parts', 'Bezugsquellen für Ersatzteile', 'Contact details of sources of spare parts.', 'Kontakte der Bezugsquellen für Ersatzteile.'],
      ['dismantling', { object: true }, { point: 2, cite: point('2(c)') }, 'Dismantling', 'Zerlegung', 'Information about dismantling the battery.', 'Wie die Batterie zerlegt wird.'],
      ['dismantling.steps', COUNT, { signs: 'MMMM', cite: point('2(c)') }, 'Steps', 'Schritte', 'Number of steps in the disassembly sequence, as stated in the guide.', 'Wie viele Schritte die Zerlegungsfolge hat, wie die Anleitung sie beschreibt.'],
      ['dismantling.tools', { ...texts, minItems: 1 }, { signs: 'MMMM', cite: point('2(c)') }, 'Tools', 'Werkzeuge', 'Tools required for dismantling.', 'Werkzeuge, die zur Zerlegung nötig sind.'],
      ['dismantling.guide_url', LINK, { signs: 'MMMM', unless: 'dismantling.sequences', cite: point('2(c)') }, 'Guide', 'Anleitung', 'URL of the disassembly guide, which contains the disassembly sequence.', 'Wo die Anleitung zur Zerlegung mit ihrer Folge zu finden ist.'],
      ['dismantling.sequences', { list: true, required: ['part', 'steps'], minItems: 1 }, { cite: point('2(c)') }, 'Disassembly sequences', 'Zerlegungsfolgen', 'Disassembly steps for each part, sufficient without a guide.', 'Schritte zu jedem Teil; sie genügen ohne Anleitung.'],
      ['dismantling.sequences.part', TEXT, {}, 'Part', 'Teil', 'Part that the sequence gives access to.', 'Teil, das erreicht wird.'],
      ['dismantling.sequences.steps', { ...texts, uniqueItems: false, minItems: 1 }, {}, 'Steps', 'Schritte', 'Steps of the sequence, in order.', 'Was zu tun ist, der Reihe nach.'],
      ['dismantling.diagram_urls', { ...links, minItems: 1 }, { signs: 'MMMM', cite: point('2(c)'), term: 'url' }, 'Exploded diagrams', 'Explosionszeichnungen', 'URLs of exploded diagrams that show the location of the cells.', 'Explosionszeichnungen, die die Lage der Zellen zeigen.'],
      ['dismantling.fasteners', { list: true, required: ['type', 'count'], minItems: 1 }, { signs: 'MMMM', cite: point('2(c)') }, 'Fasteners', 'Befestigungen', 'Type and number of the fasteners to be undone.', 'Art und Zahl der zu lösenden Befestigungen.'],
      ['dismantling.fasteners.type', TEXT, {}, 'Type', 'Art', 'Type of the fastener.', 'Art der Befestigung.'],
      ['dismantling.fasteners.count', COUNT, {}, 'Number', 'Anzahl', 'Number of fasteners of this type.', 'Wie viele davon.'],
      ['dismantling.warnings', TEXTS, { signs: 'xxxx', cite: point('2(c)') }, 'Warnings', 'Warnhinweise', 'Warnings about the risk of damaging parts.', 'Warnhinweise, wo Teile beschädigt werden können.'],
      ['dismantling.cell_count', COUNT, { signs: 'MMMM', cite: point('2(c)') }, 'Number of cells', 'Zahl der Zellen', 'Number of cells in the battery.', 'Wie viele Zellen die Batterie hat.'],
      ['dismantling.cell_layout', TEXT, { signs: 'MMMM', cite: point('2(c)') }, 'Cell layout', 'Anordnung der Zellen', 'Connection and arrangement of the cells, such as 10s3p.', 'Wie die Zellen verschaltet und angeordnet sind, 10s3p.'],
      ['safety_measures', TEXTS, { point: 2, signs: 'MMMM', cite: point('2(d)') }, 'Safety measures', 'Sicherheitsmaßnahmen', 'Safety measures for people who open or handle the battery.', 'Sicherheitsmaßnahmen für alle, die die Batterie öffnen oder handhaben.'],
    ],
  },
  {
    id: 'performance',
    labels: { en: 'Performance and durability', de: 'Leistung und Haltbarkeit' },
    rows: [
      ['rated_capacity_ah', ABOVE_0, { unit: 'AMH', signs: 'MMMM', cite: `${point('1(g)')}; Annex VI, Part A, point 6` }, 'Rated capacity', 'Bemessungskapazität', 'Rated capacity of the battery when new.', 'Kapazität, für die die neue Batterie bemessen ist.'],
      ['voltage', { object: true }, { cite: point('1(h)') }, 'Voltage', 'Spannung', 'Minimum, nominal and maximum voltage, with temperatures where relevant.', 'Mindest-, Nenn- und Höchstspannung, gegebenenfalls mit Temperaturen.'],
      ['voltage.minimum', ABOVE_0, { unit: 'VLT', signs: 'MMMM', cite: point('1(h)') }, 'Minimum', 'Mindestens', 'Lowest voltage in use.', 'Tiefste Spannung im Betrieb.'],
      ['voltage.nominal', ABOVE_0, { unit: 'VLT', signs: 'MMMM', cite: point('1(h)') }, 'Nominal', 'Nennwert', 'Nominal voltage of the battery.', 'Nennspannung.'],
      ['voltage.maximum', ABOVE_0, { unit: 'VLT', signs: 'MMMM', cite: point('1(h)') }, 'Maximum', 'Höchstens', 'Highest voltage in use.', 'Höchste Spannung im Betrieb.'],
      ['voltage.temperature_min', NUMBER, { unit: 'CEL' }, 'From temperature', 'Ab Temperatur', 'Lowest temperature to which the voltages apply.', 'Tiefste Temperatur, für die die Spannungen gelten.'],
      ['voltage.temperature_max', NUMBER, { unit: 'CEL' }, 'To temperature', 'Bis Temperatur', 'Highest temperature to which the voltages apply.', 'Höchste Temperatur, für die die Spannungen gelten.'],
      ['original_power_w', ABOVE_0, { unit: 'WTT', signs: 'MMMM', cite: point('1(i)') }, 'Original power capability', 'Ursprüngliche Leistungsfähigkeit', 'Power that the new battery can deliver.', 'Leistung, die die neue Batterie abgeben kann.'],
      ['power_limits', { list: true, required: ['value_w'], minItems: 1 }, { signs: 'MMMM', cite: point('1(i)') }, 'Power limits', 'Leistungsgrenzen', 'Power limits, with their duration, state of charge and temperature.', 'Grenzen der Leistung, mit Dauer, Ladung und Temperatur.'],
      ['power_limits.value_w', ABOVE_0, { unit: 'WTT' }, 'Power', 'Leistung', 'Highest power under these conditions.', 'Höchste Leistung.'],
      ['power_limits.duration_s', ABOVE_0, { unit: 'SEC' }, 'Duration', 'Dauer', 'Duration to which the limit applies.', 'Wie lange.'],
      ['power_limits.soc', SHARE, { unit: 'P1' }, 'At state of charge', 'Bei Ladezustand', 'State of charge at which the limit applies.', 'Ladezustand, für den sie gilt.'],
      ['power_limits.temperature_min', NUMBER, { unit: 'CEL' }, 'From temperature', 'Ab Temperatur', 'Lowest temperature at which the limit applies.', 'Tiefste Temperatur, für die sie gilt.'],
      ['power_limits.temperature_max', NUMBER, { unit: 'CEL' }, 'To temperature', 'Bis Temperatur', 'Highest temperature at which the limit applies.', 'Höchste Temperatur, für die sie gilt.'],
      ['expected_lifetime', { object: true }, { cite: point('1(j)') }, 'Expected lifetime', 'Erwartete Lebensdauer', 'Expected lifetime in cycles, and the reference test used.', 'Erwartete Lebensdauer in Zyklen und die Referenzprüfung dafür.'],
      ['expected_lifetime.cycles', COUNT, { unit: 'B7', signs: 'MMrr', cite: point('1(j)') }, 'Charge and discharge cycles', 'Lade- und Entladezyklen', 'Number of cycles that the battery is expected to last.', 'Zyklen, die die Batterie voraussichtlich hält.'],
      ['expected_lifetime.reference_test', TEXT, { signs: 'MMrr', cite: point('1(j)') }, 'Reference test', 'Referenzprüfung', 'Test used to determine the number of cycles.', 'Prüfung, mit der die Zyklen ermittelt wurden.'],
      ['exhaustion_threshold', SHARE, { unit: 'P1', signs: 'M---', cite: point('1(k)') }, 'Capacity threshold for exhaustion', 'Kapazitätsschwelle der Erschöpfung', 'Share of the rated capacity below which an electric vehicle battery is considered exhausted.', 'Anteil der Bemessungskapazität, unter dem die Batterie eines Elektrofahrzeugs als erschöpft gilt.'],
      ['temperature_range', { object: true }, { cite: point('1(l)') }, 'Temperature range', 'Temperaturbereich', 'Temperatures that the battery withstands during storage, charging and discharging.', 'Temperaturen, die die Batterie beim Lagern, Laden und Entladen verträgt.'],
      ['temperature_range.storage_min', NUMBER, { unit: 'CEL', signs: 'MMMM', cite: point('1(l)') }, 'Storage, lowest', 'Lagern, tiefste', 'Lowest temperature while the battery is not in use.', 'Tiefste Temperatur, während sie nicht benutzt wird.'],
      ['temperature_range.storage_max', NUMBER, { unit: 'CEL', signs: 'MMMM', cite: point('1(l)') }, 'Storage, highest', 'Lagern, höchste', 'Highest temperature while the battery is not in use.', 'Höchste Temperatur, während sie nicht benutzt wird.'],
      ['temperature_range.storage_test', TEXT, { signs: 'MMMM', cite: point('1(l)') }, 'Storage, reference test', 'Lagern, Referenzprüfung', 'Test used to determine the range.', 'Prüfung, mit der der Bereich ermittelt wurde.'],
      ['temperature_range.charge_min', NUMBER, { unit: 'CEL' }, 'Charging, lowest', 'Laden, tiefste', 'Lowest temperature while charging.', 'Tiefste Temperatur beim Laden.'],
      ['temperature_range.charge_max', NUMBER, { unit: 'CEL' }, 'Charging, highest', 'Laden, höchste', 'Highest temperature while charging.', 'Höchste Temperatur beim Laden.'],
      ['temperature_range.discharge_min', NUMBER, { unit: 'CEL' }, 'Discharging, lowest', 'Entladen, tiefste', 'Lowest temperature while discharging.', 'Tiefste Temperatur beim Entladen.'],
      ['temperature_range.discharge_max', NUMBER, { unit: 'CEL' }, 'Discharging, highest', 'Entladen, höchste', 'Highest temperature while discharging.', 'Höchste Temperatur beim Entladen.'],
      ['round_trip_efficiency', { object: true }, { cite: point('1(n)') }, 'Round-trip energy efficiency', 'Energieeffizienz je Zyklus', 'Share of the charged energy that the battery returns.', 'Anteil der geladenen Energie, der wieder abgegeben wird.'],
      ['round_trip_efficiency.new', SHARE, { unit: 'P1', signs: 'MMrr', cite: point('1(n)') }, 'New', 'Neu', 'Efficiency of the new battery.', 'Im Neuzustand.'],
      ['round_trip_efficiency.at_half_life', SHARE, { unit: 'P1', signs: 'MMrr', cite: point('1(n)') }, 'At half the cycle life', 'Nach der Hälfte der Zyklen', 'Efficiency at 50 % of the cycle life.', 'Nach 50 % der Zyklenlebensdauer.'],
      ['internal_resistance_mohm', { object: true }, { cite: point('1(o)') }, 'Internal resistance', 'Innenwiderstand', 'Internal resistance of cell and pack.', 'Innenwiderstand von Zelle und Batteriesatz.'],
      ['internal_resistance_mohm.cell', LEAST_0, { unit: 'E45', signs: 'MMMM', cite: point('1(o)') }, 'Cell', 'Zelle', 'Internal resistance of one cell.', 'Einer Zelle.'],
      ['internal_resistance_mohm.pack', LEAST_0, { unit: 'E45', signs: 'MMMM', cite: point('1(o)') }, 'Pack', 'Batteriesatz', 'Internal resistance of the whole pack.', 'Des ganzen Batteriesatzes.'],
      ['c_rate', ABOVE_0, { unit: 'H10', signs: 'MMrr', cite: point('1(p)') }, 'C-rate', 'C-Rate', 'C-rate of the cycle-life test.', 'C-Rate der Prüfung der Zyklenlebensdauer.'],
    ],
  },
  {
    id: 'this_battery',
    labels: { en: 'This battery', de: 'Diese Batterie' },
    rows: [
      ['performance', { list: true, required: ['occasion', 'at'] }, { point: 4, dynamic: true, of: 'i', cite: `${point('4(a)')}; Article 10(1)` }, 'Performance and durability records', 'Leistung und Haltbarkeit, Aufzeichnungen', 'Records made when the battery is placed on the market and at each change of its status.', 'Eine Aufzeichnung beim Inverkehrbringen und bei jeder Änderung des Status.'],
      ['performance.occasion', words('placed_on_market', 'status_change'), {}, 'Occasion', 'Anlass', 'Reason for the record.', 'Warum aufgezeichnet wurde.'],
      ['performance.at', DATE, {}, 'On', 'Am', 'Day of the record.', 'Tag der Aufzeichnung.'],
      ['performance.rated_capacity_ah', LEAST_0, { unit: 'AMH', of: 'i', signs: 'MMrr', cite: annexIV(1) }, 'Rated capacity', 'Bemessungskapazität', 'Capacity at the time of the record.', 'Kapazität zu diesem Zeitpunkt.'],
      ['performance.capacity_fade', SHARE, { unit: 'P1', of: 'i', signs: 'MMrr', cite: annexIV(1) }, 'Capacity fade', 'Kapazitätsverlust', 'Loss compared with the rated capacity.', 'Verlust gegenüber der Bemessungskapazität.'],
      ['performance.power_w', LEAST_0, { unit: 'WTT', of: 'i', signs: 'MMrr', cite: annexIV(2) }, 'Power', 'Leistung', 'Power that the battery can deliver.', 'Leistung, die die Batterie abgeben kann.'],
      ['performance.power_fade', SHARE, { unit: 'P1', of: 'i', signs: 'MMrr', cite: annexIV(2) }, 'Power fade', 'Leistungsverlust', 'Loss compared with the original power.', 'Verlust gegenüber der ursprünglichen Leistung.'],
      ['performance.internal_resistance_mohm', LEAST_0, { unit: 'E45', of: 'i', signs: 'MMrr', cite: annexIV(3) }, 'Internal resistance', 'Innenwiderstand', 'Internal resistance of the battery.', 'Innenwiderstand der Batterie.'],
      ['performance.resistance_increase', LEAST_0, { unit: 'P1', of: 'i', signs: 'MMrr', cite: annexIV(3) }, 'Resistance increase', 'Anstieg des Widerstands', 'Increase compared with the resistance when new.', 'Anstieg gegenüber dem Widerstand im Neuzustand.'],
      ['performance.round_trip_efficiency', SHARE, { unit: 'P1', of: 'i', signs: 'xxxx', cite: annexIV(4) }, 'Round-trip efficiency', 'Energieeffizienz je Zyklus', 'Round-trip efficiency of the battery, where applicable.', 'Falls anwendbar.'],
      ['performance.efficiency_fade', SHARE, { unit: 'P1', of: 'i', signs: 'xxxx', cite: annexIV(4) }, 'Efficiency fade', 'Effizienzverlust', 'Loss compared with the efficiency when new, where applicable.', 'Verlust gegenüber der Effizienz im Neuzustand, falls anwendbar.'],
      ['performance.expected_cycles', COUNT, { unit: 'B7', of: 'i', signs: 'MMrr', cite: annexIV(5) }, 'Expected cycles', 'Erwartete Zyklen', 'Number of cycles that the battery is expected to last under reference conditions.', 'Zyklen, die die Batterie unter Referenzbedingungen voraussichtlich hält.'],
      ['performance.expected_years', LEAST_0, { unit: 'ANN', of: 'i', signs: 'MMrr', cite: annexIV(5) }, 'Expected years', 'Erwartete Jahre', 'Number of calendar years that the battery is expected to last.', 'Kalenderjahre, die die Batterie voraussichtlich hält.'],
      ['state_of_health', { list: true, required: ['measured_at'] }, { point: 4, dynamic: true, of: 'i', cite: `${point('4(b)')}; Article 14` }, 'State of health', 'Alterungszustand', 'State of health of the battery at each measurement.', 'Wie es um die Batterie steht, Messung für Messung.'],
      ['state_of_health.measured_at', DATE, {}, 'Measured on', 'Gemessen am', 'Day of the measurement.', 'Tag der Messung.'],
      ['state_of_health.certified_energy', SHARE, { unit: 'P1', of: 'i', signs: 'M---', cite: annexVII() }, 'State of certified energy', 'Zertifizierter Energiezustand (SOCE)', 'State of certified energy (SOCE) of an electric vehicle battery.', 'Zertifizierter Energiezustand (SOCE) der Batterie eines Elektrofahrzeugs.'],
      ['state_of_health.remaining_capacity_ah', LEAST_0, { unit: 'AMH', of: 'i', signs: '-Ms-', cite: annexVII(1) }, 'Remaining capacity', 'Verbleibende Kapazität', 'Remaining capacity of the battery.', 'Kapazität, die noch da ist.'],
      ['state_of_health.remaining_power_w', LEAST_0, { unit: 'WTT', of: 'i', signs: '-Ms-', possible: true, cite: annexVII(2) }, 'Remaining power', 'Verbleibende Leistung', 'Remaining power capability, where possible.', 'Leistungsfähigkeit, die noch da ist, sofern möglich.'],
      ['state_of_health.remaining_efficiency', SHARE, { unit: 'P1', of: 'i', signs: '-Ms-', possible: true, cite: annexVII(3) }, 'Remaining efficiency', 'Verbleibende Effizienz', 'Remaining round-trip efficiency, where possible.', 'Energieeffizienz je Zyklus, die noch da ist, sofern möglich.'],
      ['state_of_health.self_discharge', LEAST_0, { unitText: '%/month', of: 'i', signs: '-Ms-', cite: annexVII(4) }, 'Self-discharge', 'Selbstentladung', 'Evolution of the self-discharge rate, in percent per month.', 'Entwicklung der Selbstentladung, in Prozent je Monat.'],
      ['state_of_health.ohmic_resistance_mohm', LEAST_0, { unit: 'E45', of: 'i', signs: '-Ms-', possible: true, cite: annexVII(5) }, 'Ohmic resistance', 'Ohmscher Widerstand', 'Ohmic resistance, where possible.', 'Ohmscher Widerstand, sofern möglich.'],
    ],
  },
  {
    id: 'in_use',
    labels: { en: 'This battery in use', de: 'Diese Batterie im Gebrauch' },
    rows: [
      ['put_into_service_on', DATE, { point: 4, voluntary: true, cite: `${ACT}, Annex VII, Part B, point 1` }, 'Put into service on', 'In Betrieb genommen am', 'Day on which the battery was put into service.', 'Tag, an dem die Batterie in Betrieb genommen wurde.'],
      ['cycle_count', COUNT, { unit: 'B7', point: 4, dynamic: true, of: 'i', signs: 'uuuu', cite: point('4(d)') }, 'Charge cycles so far', 'Bisherige Ladezyklen', 'Number of charge and discharge cycles of this battery.', 'Lade- und Entladezyklen dieser Batterie.'],
      ['negative_events', { list: true, required: ['event', 'at'], none: true }, { point: 4, dynamic: true, of: 'i', signs: 'uuuu', cite: point('4(d)') }, 'Negative events', 'Negative Ereignisse', 'Negative events, such as accidents; an empty list means that none are known.', 'Unfälle und Ähnliches; eine leere Liste heißt, dass keine bekannt sind.'],
      ['negative_events.event', TEXT, {}, 'Event', 'Ereignis', 'Description of the event.', 'Was geschehen ist.'],
      ['negative_events.at', DATE, {}, 'On', 'Am', 'Day of the event.', 'Tag des Ereignisses.'],
      ['environment', { list: true, required: ['from', 'to'] }, { point: 4, dynamic: true, of: 'i', signs: 'uuuu', cite: point('4(d)') }, 'Operating environment', 'Betriebsumgebung', 'Periodically recorded operating conditions, in particular temperatures.', 'Regelmäßig aufgezeichnete Bedingungen, vor allem Temperaturen.'],
      ['environment.from', DATE, {}, 'From', 'Von', 'First day of the period.', 'Erster Tag des Zeitraums.'],
      ['environment.to', DATE, {}, 'To', 'Bis', 'Last day of the period.', 'Letzter Tag des Zeitraums.'],
      ['environment.temperature_min', NUMBER, { unit: 'CEL', of: 'i', signs: 'uuuu', within: 'environment', cite: point('4(d)') }, 'Lowest temperature', 'Tiefste Temperatur', 'Lowest temperature in the period.', 'Tiefste Temperatur im Zeitraum.'],
      ['environment.temperature_max', NUMBER, { unit: 'CEL', of: 'i', signs: 'uuuu', within: 'environment', cite: point('4(d)') }, 'Highest temperature', 'Höchste Temperatur', 'Highest temperature in the period.', 'Höchste Temperatur im Zeitraum.'],
      ['environment.above_45_min', LEAST_0, { unit: 'MIN' }, 'Above 45 °C', 'Über 45 °C', 'Time above 45 °C.', 'Zeit über 45 °C.'],
      ['environment.below_minus_10_min', LEAST_0, { unit: 'MIN' }, 'Below −10 °C', 'Unter −10 °C', 'Time below −10 °C.', 'Zeit unter −10 °C.'],
      ['environment.charging_above_45_min', LEAST_0, { unit: 'MIN' }, 'Charging above 45 °C', 'Laden über 45 °C', 'Charging time above 45 °C.', 'Ladezeit über 45 °C.'],
      ['environment.charging_below_minus_10_min', LEAST_0, { unit: 'MIN' }, 'Charging below −10 °C', 'Laden unter −10 °C', 'Charging time below −10 °C.', 'Ladezeit unter −10 °C.'],
      ['state_of_charge', { list: true, required: ['at', 'value'] }, { point: 4, dynamic: true, of: 'i', signs: 'uuuu', cite: point('4(d)') }, 'State of charge', 'Ladezustand', 'State of charge at each measurement.', 'Wie viel Ladung noch da ist, Messung für Messung.'],
      ['state_of_charge.at', TIME, {}, 'At', 'Zeitpunkt', 'Time of the measurement.', 'Zeitpunkt der Messung.'],
      ['state_of_charge.value', SHARE, { unit: 'P1' }, 'Charge', 'Ladung', 'Share of the capacity that is charged.', 'Anteil der Kapazität, der geladen ist.'],
      ['energy_throughput_kwh', LEAST_0, { unit: 'KWH', point: 4, dynamic: true, voluntary: true, cite: `${ACT}, Annex VII, Part B, point 2` }, 'Energy throughput', 'Energiedurchsatz', 'Energy that has passed through this battery.', 'Energie, die durch diese Batterie geflossen ist.'],
      ['capacity_throughput_ah', LEAST_0, { unit: 'AMH', point: 4, dynamic: true, voluntary: true, cite: `${ACT}, Annex VII, Part B, point 3` }, 'Capacity throughput', 'Kapazitätsdurchsatz', 'Charge that has passed through this battery.', 'Ladung, die durch diese Batterie geflossen ist.'],
      ['full_equivalent_cycles', LEAST_0, { unit: 'B7', point: 4, dynamic: true, voluntary: true, cite: `${ACT}, Annex VII, Part B, point 5` }, 'Full equivalent cycles', 'Vollzyklenäquivalente', 'Number of full cycles to which the cycles so far are equivalent.', 'Zyklen, als wäre jeder ein voller.'],
      ['deep_discharges', COUNT, { unit: 'C62', point: 4, dynamic: true, voluntary: true, cite: `${ACT}, Annex VII, Part B, point 4` }, 'Deep discharges', 'Tiefentladungen', 'Number of times that the battery was discharged too deeply.', 'Wie oft die Batterie zu tief entladen wurde.'],
    ],
  },
];
