import { Badge, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useComputedColorScheme } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  addDays,
  DataTable,
  formatDay,
  formatDecimal,
  formatMoney,
  inLanguage,
  kontor,
  Loaded,
  Plot,
  Section,
  To,
  useMe,
  useNames,
  useRows,
} from '../../../desk/src/index.js';
import { pricePicture } from './price-picture.js';
import { bodyOf, type Question } from './question.js';
import { SettingsInForce } from './settings-in-force.js';
import { BASES, CODES, REASONS } from './words.js';

const t = inLanguage(
  {
    perUnit: 'per unit',
    lineTotal: (qty: string) => `for ${qty}`,
    below: (percent: string) => `${percent} % below the list price`,
    above: (percent: string) => `${percent} % above the list price`,
    how: 'How the price is calculated',
    picture: (price: string) => `Calculation of the price of ${price}. The table below has the same content.`,
    candidates: 'Candidates',
    source: 'Source',
    record: 'Record',
    price: 'Price',
    arithmetic: 'Calculation',
    outcome: 'Outcome',
    chosen: 'chosen',
    own: 'product',
    unitPrice: 'Unit price',
    total: (qty: string) => `Total × ${qty}`,
    more: (count: number) => `${count} more candidates are in the table.`,
    withoutPrice: 'no price',
    tiers: 'Tiers',
    tiersPlot: 'Unit price by quantity, as a step chart',
    from: 'From quantity',
    quantity: 'Quantity',
    time: 'Price over time',
    timePlot: 'Unit price by day, as a step chart. The dashed line marks the selected day.',
    span: 'Time span around the selected day',
    year: '1 year',
    years: (count: number) => `${count} years`,
    days: 'Days',
    day: 'Day',
    noPrice: 'no price',
    stays: 'The price is the same for every quantity.',
  },
  {
    perUnit: 'pro Stück',
    lineTotal: (qty: string) => `für ${qty}`,
    below: (percent: string) => `${percent} % unter dem Listenpreis`,
    above: (percent: string) => `${percent} % über dem Listenpreis`,
    how: 'So entsteht der Preis',
    picture: (price: string) => `Berechnung des Preises von ${price}. Die Tabelle darunter enthält dieselben Angaben.`,
    candidates: 'Kandidaten',
    source: 'Quelle',
    record: 'Datensatz',
    price: 'Preis',
    arithmetic: 'Rechnung',
    outcome: 'Ergebnis',
    chosen: 'gewählt',
    own: 'Produkt',
    unitPrice: 'Stückpreis',
    total: (qty: string) => `Summe × ${qty}`,
    more: (count: number) => `${count} weitere Kandidaten stehen in der Tabelle.`,
    withoutPrice: 'kein Preis',
    tiers: 'Staffeln',
    tiersPlot: 'Stückpreis nach Menge, als Stufendiagramm',
    from: 'Ab Menge',
    quantity: 'Menge',
    time: 'Preisverlauf',
    timePlot: 'Stückpreis nach Tag, als Stufendiagramm. Die gestrichelte Linie markiert den gewählten Tag.',
    span: 'Zeitraum um den Tag',
    year: '1 Jahr',
    years: (count: number) => `${count} Jahre`,
    days: 'Tage',
    day: 'Tag',
    noPrice: 'kein Preis',
    stays: 'Der Preis ist für jede Menge gleich.',
  },
);

interface Candidate extends Stored {
  readonly price_code: string;
  readonly price: string | null;
  readonly arithmetic: string | null;
  readonly selected: boolean;
  readonly reason: string | null;
}

export interface Priced {
  readonly sku: string;
  readonly product_id: number;
  readonly qty: string;
  readonly customer_id: number | null;
  readonly customer_group_id: number;
  readonly website_id: number;
  readonly currency: string;
  readonly original_price: string | null;
  readonly final_price: string;
  readonly unit_price: string;
  readonly row_total: string;
  readonly price_code: string;
  readonly discount_percent: string | null;
  readonly tiers: readonly { readonly qty: string; readonly unit_price: string; readonly price_code: string }[];
  readonly candidates: readonly Candidate[];
}

interface Span extends Stored {
  readonly from_date: string;
  readonly to_date: string;
  readonly unit_price: string | null;
  readonly price_code: string | null;
}

interface AnswerProps {
  readonly sku: string;
  readonly question: Question;
  /** Names this side of a comparison. */
  readonly name: string;
}

/** What the buyer pays, and why. */
export const Answer = ({ sku, question, name }: AnswerProps) => {
  const [asked] = useDebouncedValue(question, 250);
  const body = { sku, qty: asked.qty === '' ? '1' : asked.qty, explain: 1, ...bodyOf(asked) };
  const query = useQuery({
    queryKey: ['price', body],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await kontor.ask('POST', '/V1/pricing/get-final-price', { body, signal })) as Priced,
  });
  return (
    <section aria-label={name}>
      <Loaded query={query}>
        {(priced) => (
          <Stack gap="lg">
            <Headline priced={priced} />
            <Picture priced={priced} />
            <Candidates priced={priced} />
            <Tiers priced={priced} />
            <OverTime sku={sku} question={asked} currency={priced.currency} />
            <SettingsInForce
              website={priced.website_id}
              group={priced.customer_group_id}
              customer={priced.customer_id}
            />
          </Stack>
        )}
      </Loaded>
    </section>
  );
};

const Headline = ({ priced }: { readonly priced: Priced }) => {
  const { final_price: price, row_total: total, qty, currency, discount_percent: percent } = priced;
  const share = Number(percent ?? 0);
  const said = formatDecimal(percent?.replace('-', '') ?? '0');
  const facts = [
    ...(Number(qty) === 1 ? [] : [`${formatMoney(total, currency)} ${t.lineTotal(formatDecimal(qty))}`]),
    ...(share === 0 ? [] : [share > 0 ? t.below(said) : t.above(said)]),
  ];
  return (
    <div>
      <Group gap="sm" align="baseline">
        <Text fz={34} fw={700} lh={1.2}>
          {formatMoney(price, currency)}
        </Text>
        <Text c="dimmed">{t.perUnit}</Text>
        <Badge color="petrol" size="lg">
          {CODES[priced.price_code] ?? priced.price_code}
        </Badge>
      </Group>
      <Text c="dimmed">{facts.join(' · ')}</Text>
    </div>
  );
};

/** The stored record behind a price; none if the price is the product's own. */
interface Stored {
  readonly record_type: string | null;
  readonly record_id: number | null;
}

/** Names records by the list, category, customer and product that they are for. */
const useStoredNames = (rows: readonly Stored[]): ((row: Stored) => string) => {
  const { records } = useMe();
  const nameOf = useNames(
    rows.flatMap(({ record_type: type, record_id: id }) =>
      id === null ? [] : [{ type: records.named(type ?? ''), id }],
    ),
  );
  return ({ record_type: type, record_id: id }) => (id === null ? '' : nameOf({ type: records.named(type ?? ''), id }));
};

const Picture = ({ priced }: { readonly priced: Priced }) => {
  const { ref, width } = useElementSize();
  const scheme = useComputedColorScheme('light');
  const nameOf = useStoredNames(priced.candidates);
  const svg =
    width === 0
      ? ''
      : pricePicture(
          {
            currency: priced.currency,
            qty: priced.qty,
            unitPrice: priced.unit_price,
            rowTotal: priced.row_total,
            candidates: priced.candidates.map((candidate) => ({
              name: CODES[candidate.price_code] ?? candidate.price_code,
              detail: nameOf(candidate),
              price: candidate.price,
              arithmetic: candidate.arithmetic,
              selected: candidate.selected,
              reason: candidate.reason === null ? null : (REASONS[candidate.reason] ?? candidate.reason),
            })),
          },
          {
            width,
            scheme,
            format: (decimal) => formatDecimal(decimal, { least: 2 }),
            words: {
              label: t.picture(formatMoney(priced.unit_price, priced.currency)),
              bases: BASES,
              unitPrice: t.unitPrice,
              total: (qty) => t.total(formatDecimal(qty)),
              more: t.more,
              withoutPrice: t.withoutPrice,
            },
          },
        );
  return (
    <Section title={t.how}>
      {/* All texts in it are escaped by the function that draws it. */}
      <div ref={ref} className="picture" dangerouslySetInnerHTML={{ __html: svg }} />
    </Section>
  );
};

/** A link to the record behind a price. */
const RecordOf = ({
  row: { record_type: name, record_id: id },
  title,
  sku,
}: {
  readonly row: Stored;
  /** The record's name; '' for someone who may not read it. */
  readonly title: string;
  readonly sku: string;
}) => {
  const { records } = useMe();
  const type = records.named(name ?? '');
  const products = records.named('product');
  const product = useRows(products, name === null ? [sku] : [], 'sku').get(sku);
  if (name === null || id === null)
    return product && products ? (
      <To address={products.addressOf(product.id)}>{`${products.title.one} ${sku}`}</To>
    ) : (
      <>{t.own}</>
    );
  const label = `${type?.title.one ?? name}${title === '' ? ` ${id}` : `: ${title}`}`;
  return type ? <To address={type.addressOf(id)}>{label}</To> : <>{label}</>;
};

const isCalculated = ({ arithmetic, price }: Candidate): boolean => arithmetic !== price;

const Candidates = ({ priced }: { readonly priced: Priced }) => {
  const nameOf = useStoredNames(priced.candidates);
  return (
    <Section title={t.candidates}>
      <DataTable
        label={t.candidates}
        rows={priced.candidates}
        keyOf={(_, index) => index}
        isChosen={({ selected }) => selected}
        columns={[
          { title: t.source, isHeader: true, cell: ({ price_code: code }) => CODES[code] ?? code },
          {
            title: t.record,
            cell: (row) => <RecordOf row={row} title={nameOf(row)} sku={priced.sku} />,
          },
          {
            title: t.price,
            isNumber: true,
            cell: ({ price }) => (price === null ? t.noPrice : formatMoney(price, priced.currency)),
          },
          ...(priced.candidates.some(isCalculated)
            ? [{ title: t.arithmetic, cell: (row: Candidate) => (isCalculated(row) ? row.arithmetic : '') }]
            : []),
          {
            title: t.outcome,
            cell: ({ reason }) => (reason === null ? <strong>{t.chosen}</strong> : (REASONS[reason] ?? reason)),
          },
        ]}
      />
    </Section>
  );
};

const Tiers = ({ priced: { tiers, currency } }: { readonly priced: Priced }) => {
  const { x, y } = useMemo(() => {
    const last = Number(tiers.at(-1)?.qty ?? 1);
    return {
      x: [...tiers.map(({ qty }) => Number(qty)), Math.max(last * 1.3, last + 1)],
      y: [...tiers.map((tier) => Number(tier.unit_price)), Number(tiers.at(-1)?.unit_price ?? 0)],
    };
  }, [tiers]);
  return (
    <Section title={t.tiers}>
      {tiers.length > 1 ? (
        <Plot label={t.tiersPlot} x={x} y={y} xUnit={t.quantity} yUnit={`${currency} ${t.perUnit}`} />
      ) : (
        <Text c="dimmed" mb="xs">
          {t.stays}
        </Text>
      )}
      <DataTable
        label={t.tiers}
        rows={tiers}
        keyOf={({ qty }) => qty}
        columns={[
          { title: t.from, isHeader: true, isNumber: true, cell: ({ qty }) => formatDecimal(qty) },
          { title: t.unitPrice, isNumber: true, cell: (tier) => formatMoney(tier.unit_price, currency) },
          { title: t.source, cell: ({ price_code: code }) => CODES[code] ?? code },
        ]}
      />
    </Section>
  );
};

const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

const OverTime = ({
  sku,
  question,
  currency,
}: {
  readonly sku: string;
  readonly question: Question;
  readonly currency: string;
}) => {
  const [years, setYears] = useState('1');
  const half = Math.round((Number(years) * 365) / 2);
  const {
    customer_id: customer,
    customer_group_id: group,
    website_id: website,
  } = bodyOf(question) as Record<string, unknown>;
  const parameters = new URLSearchParams({ sku, qty: question.qty || '1' });
  for (const [name, value] of Object.entries({
    customer_id: customer,
    customer_group_id: group,
    website_id: website,
    from: addDays(question.day, -half),
    to: addDays(question.day, half),
  }))
    if (value !== undefined) parameters.set(name, String(value));
  const query = useQuery({
    queryKey: ['timeline', parameters.toString()],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await kontor.ask('GET', `/V1/pricing/timeline?${parameters.toString()}`, { signal })) as {
        readonly items: readonly Span[];
      },
  });
  return (
    <Section
      title={t.time}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.span}
          value={years}
          onChange={setYears}
          data={[
            { value: '1', label: t.year },
            { value: '3', label: t.years(3) },
            { value: '10', label: t.years(10) },
          ]}
        />
      }
    >
      <Loaded query={query}>
        {({ items }) => <Spans sku={sku} items={items} day={question.day} currency={currency} />}
      </Loaded>
    </Section>
  );
};

const Spans = ({
  sku,
  items,
  day,
  currency,
}: {
  readonly sku: string;
  readonly items: readonly Span[];
  readonly day: string;
  readonly currency: string;
}) => {
  const nameOf = useStoredNames(items);
  const { x, y } = useMemo(() => {
    const last = items.at(-1);
    const price = (span: Span | undefined): number | null =>
      span?.unit_price === undefined || span.unit_price === null ? null : Number(span.unit_price);
    return {
      x: [...items.map((span) => secondsOf(span.from_date)), last ? secondsOf(last.to_date) + 86_400 : 0],
      y: [...items.map(price), price(last)],
    };
  }, [items]);
  return (
    <>
      <Plot
        label={t.timePlot}
        x={x}
        y={y}
        isTime
        xUnit={t.day}
        yUnit={`${currency} ${t.perUnit}`}
        mark={secondsOf(day)}
      />
      <DataTable
        label={t.time}
        rows={items}
        keyOf={(span) => span.from_date}
        isChosen={(span) => span.from_date <= day && day <= span.to_date}
        columns={[
          {
            title: t.days,
            isHeader: true,
            cell: (span) => `${formatDay(span.from_date)} – ${formatDay(span.to_date)}`,
          },
          {
            title: t.unitPrice,
            isNumber: true,
            cell: (span) => (span.unit_price === null ? t.noPrice : formatMoney(span.unit_price, currency)),
          },
          { title: t.source, cell: ({ price_code: code }) => (code === null ? '' : (CODES[code] ?? code)) },
          {
            title: t.record,
            cell: (span) => (span.price_code === null ? '' : <RecordOf row={span} title={nameOf(span)} sku={sku} />),
          },
        ]}
      />
    </>
  );
};
