/*
 * The picture of a price: how it came about, and the candidates that lost. A pure function from an explanation to SVG, for
 * the page for staff, README and whatever shows pictures.
 */

export interface PictureCandidate {
  /** "Customer price" */
  readonly name: string;
  /** The list or category that the row belongs to; '' without one. */
  readonly detail: string;
  /** A decimal; null where the row has no price. */
  readonly price: string | null;
  /** As `get-final-price` explains it: `cost 20 * (1 + 10/100) = 22`; of a fixed price just the amount. */
  readonly arithmetic: string | null;
  readonly selected: boolean;
  /** Why it lost, in words; null for the selected one. */
  readonly reason: string | null;
}

export interface PriceFacts {
  readonly currency: string;
  readonly qty: string;
  readonly unitPrice: string;
  readonly rowTotal: string;
  readonly candidates: readonly PictureCandidate[];
}

/** How it looks: measures in pixels, words of a language, colours of a scheme. */
export interface PictureLook {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  /** Painted behind it; nothing without. */
  readonly background?: string;
  readonly words: PictureWords;
  /** Writes a decimal: `7.65`. */
  readonly format: (decimal: string) => string;
}

export interface PictureWords {
  /** What the whole picture shows. */
  readonly label: string;
  readonly bases: Readonly<Record<string, string>>;
  readonly unitPrice: string;
  /** The total of the line, by its quantity. */
  readonly total: (qty: string) => string;
  readonly more: (count: number) => string;
  readonly withoutPrice: string;
}

const COLORS = {
  light: {
    text: '#1d2429',
    dim: '#4f575e',
    line: '#c3cace',
    win: '#00626c',
    lose: '#a9b4bb',
    step: '#c26a00',
    soft: '#e8f5f6',
  },
  dark: {
    text: '#eef1f3',
    dim: '#b4b9bf',
    line: '#4a5157',
    win: '#5aabb3',
    lose: '#6b757c',
    step: '#ffb070',
    soft: '#0e3a3f',
  },
} as const;

/** More lanes than anyone compares by eye; the table behind the picture has them all. */
const LANES_MOST = 12;
/** Below this width labels stand over the bars. */
const NARROW = 560;
const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
const PAD = 12;

/** A calculated price: on what it stands, what is done to it, what results. */
export interface Calculation {
  readonly base: string;
  readonly amount: string;
  /** `+ 5`, `− 10 %` */
  readonly step: string;
  readonly result: string;
}

/** Reads the arithmetic of a calculated price; undefined for a fixed one. */
export const calculationOf = (arithmetic: string | null): Calculation | undefined => {
  const found = /^(\w+) (\S+) ([*+-]) (.+) = (-?[\d.]+)(.*)$/.exec(arithmetic ?? '');
  if (!found) return undefined;
  const [, base = '', amount = '', operator = '', rest = '', sum = '', floor = ''] = found;
  const percent = /^\(1 ([+-]) (\S+)\/100\)$/.exec(rest);
  const sign = (percent?.[1] ?? operator) === '-' ? '−' : '+';
  return {
    base,
    amount,
    step: percent ? `${sign} ${percent[2]} %` : `${sign} ${rest}`,
    result: floor === '' ? sum : '0',
  };
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const shortened = (text: string, size: number, width: number): string => {
  const most = Math.max(1, Math.floor(width / (size * 0.56)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
};

interface TextOptions {
  readonly size?: number;
  readonly weight?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
}

const text = (x: number, y: number, content: string, fill: string, options: TextOptions = {}): string => {
  const { size = 13, weight = 400, anchor = 'start' } = options;
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}">${escaped(content)}</text>`;
};

const round = (value: number): number => Math.round(value * 10) / 10;

const box = (x: number, y: number, width: number, height: number, more: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(width, 0))}" height="${round(height)}" ${more}/>`;

type Colors = (typeof COLORS)[keyof typeof COLORS];

interface Step {
  readonly title: string;
  readonly value: string;
  readonly isResult?: boolean;
}

/** Base, each step, unit price, total of the line. */
const stepsOf = (facts: PriceFacts, { words, format }: PictureLook): readonly Step[] => {
  const winner = facts.candidates.find(({ selected }) => selected);
  const money = (decimal: string): string => `${format(decimal)} ${facts.currency}`;
  const calculation = calculationOf(winner?.arithmetic ?? null);
  const first: readonly Step[] = calculation
    ? [
        { title: words.bases[calculation.base] ?? calculation.base, value: money(calculation.amount) },
        { title: winner?.name ?? '', value: calculation.step },
      ]
    : [{ title: winner?.name ?? '', value: money(winner?.price ?? facts.unitPrice) }];
  return [
    ...first,
    { title: words.unitPrice, value: money(facts.unitPrice), isResult: true },
    ...(Number(facts.qty) === 1 ? [] : [{ title: words.total(facts.qty), value: money(facts.rowTotal) }]),
  ];
};

interface Drawn {
  readonly svg: string;
  readonly height: number;
}

const STEP_HEIGHT = 52;
const ARROW = 26;

/** The steps as boxes with arrows between them: in one row where there is room, below each other where not. */
const drawSteps = (steps: readonly Step[], { width }: PictureLook, colors: Colors): Drawn => {
  const isColumn = width < NARROW;
  const room = (width - 2 * PAD - ARROW * (steps.length - 1)) / steps.length;
  const boxWidth = isColumn ? width - 2 * PAD : Math.min(room, 220);
  const parts = steps.map(({ title, value, isResult }, index) => {
    const x = isColumn ? PAD : PAD + index * (boxWidth + ARROW);
    const y = isColumn ? PAD + index * (STEP_HEIGHT + ARROW) : PAD;
    const frame = isResult
      ? `rx="4" fill="${colors.soft}" stroke="${colors.win}" stroke-width="2"`
      : `rx="4" fill="none" stroke="${colors.line}" stroke-width="1.5"`;
    const [fromX, fromY] = isColumn ? [x + 20, y - ARROW] : [x - ARROW, y + STEP_HEIGHT / 2];
    const arrow =
      index === 0
        ? ''
        : isColumn
          ? `<path d="M${fromX} ${fromY + 3}v${ARROW - 8}m-4 -5l4 5l4 -5" fill="none" stroke="${colors.dim}" stroke-width="1.5"/>`
          : `<path d="M${fromX + 3} ${fromY}h${ARROW - 8}m-5 -4l5 4l-5 4" fill="none" stroke="${colors.dim}" stroke-width="1.5"/>`;
    return [
      arrow,
      box(x, y, boxWidth, STEP_HEIGHT, frame),
      text(x + 10, y + 20, shortened(title, 12, boxWidth - 16), colors.dim, { size: 12 }),
      text(x + 10, y + 41, shortened(value, 16, boxWidth - 16), colors.text, {
        size: 16,
        weight: isResult ? 700 : 600,
      }),
    ].join('');
  });
  const rows = isColumn ? steps.length : 1;
  return { svg: parts.join(''), height: PAD + rows * STEP_HEIGHT + (rows - 1) * ARROW };
};

/** Round numbers from 0 to at least the highest price. */
export const ticksOf = (highest: number, count: number): readonly number[] => {
  const rough = (highest || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  return Array.from({ length: Math.ceil((highest || 1) / step - 1e-9) + 1 }, (_, index) => index * step);
};

interface Lanes {
  readonly left: number;
  readonly right: number;
  readonly scale: (price: number) => number;
}

const barOf = (candidate: PictureCandidate, y: number, height: number, { scale }: Lanes, colors: Colors): string => {
  const price = Number(candidate.price);
  const fill = candidate.selected ? colors.win : colors.lose;
  const calculation = calculationOf(candidate.arithmetic);
  if (!calculation) return box(scale(0), y, scale(price) - scale(0), height, `rx="2" fill="${fill}"`);
  const base = Number(calculation.amount);
  const [low, high] = [Math.min(base, price), Math.max(base, price)];
  const isAdded = price > base;
  const changed = isAdded
    ? `rx="2" fill="${colors.step}"`
    : `rx="2" fill="none" stroke="${colors.step}" stroke-width="1.5" stroke-dasharray="4 3"`;
  return (
    box(scale(0), y, scale(low) - scale(0), height, `rx="2" fill="${fill}"`) +
    box(scale(low), y + 1, scale(high) - scale(low), height - 2, changed)
  );
};

/** The price with its calculation, and why it lost. */
const noteOf = (candidate: PictureCandidate, { words, format }: PictureLook): string => {
  if (candidate.price === null) return candidate.reason ?? words.withoutPrice;
  const calculation = calculationOf(candidate.arithmetic);
  const price = format(candidate.price);
  const sum = calculation ? `${format(calculation.amount)} ${calculation.step} = ${price}` : price;
  return candidate.reason === null ? sum : `${sum} · ${candidate.reason}`;
};

/** Each candidate with a bar from zero: the selected one first. */
const drawLanes = (facts: PriceFacts, look: PictureLook, colors: Colors, top: number): Drawn => {
  const isNarrow = look.width < NARROW;
  const order = [...facts.candidates].sort((one, other) => Number(other.selected) - Number(one.selected));
  const shown = order.slice(0, LANES_MOST);
  const amounts = shown.flatMap(({ price, arithmetic }) => [
    Number(price ?? 0),
    Number(calculationOf(arithmetic)?.amount ?? 0),
  ]);
  const left = isNarrow ? PAD : Math.min(200, look.width * 0.26);
  const right = look.width - PAD - (isNarrow ? 0 : Math.min(290, look.width * 0.36));
  const ticks = ticksOf(Math.max(...amounts), isNarrow ? 3 : 4);
  const most = ticks.at(-1) ?? 1;
  const lanes: Lanes = { left, right, scale: (price) => left + (price / most) * (right - left) };
  const laneHeight = isNarrow ? 58 : 42;
  const parts = shown.map((candidate, index) => {
    const y = top + index * laneHeight;
    const weight = candidate.selected ? 700 : 400;
    const color = candidate.selected ? colors.text : colors.dim;
    const note = noteOf(candidate, look);
    if (isNarrow) {
      const name = candidate.detail === '' ? candidate.name : `${candidate.name} · ${candidate.detail}`;
      const room = look.width - 2 * PAD;
      return [
        text(PAD, y + 13, shortened(name, 13, room), color, { weight }),
        candidate.price === null ? '' : barOf(candidate, y + 19, 10, lanes, colors),
        text(PAD, y + 43, shortened(note, 12, room), color, { size: 12, weight }),
      ].join('');
    }
    return [
      text(PAD, y + 15, shortened(candidate.name, 13, left - 20), color, { weight }),
      text(PAD, y + 31, shortened(candidate.detail, 12, left - 20), colors.dim, { size: 12 }),
      candidate.price === null ? '' : barOf(candidate, y + 6, 18, lanes, colors),
      text(right + 10, y + 20, shortened(note, 12, look.width - right - 16), color, { size: 12, weight }),
    ].join('');
  });
  const bottom = top + shown.length * laneHeight;
  const axis = ticks.map((tick, index) => {
    const x = lanes.scale(tick);
    const anchor = index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle';
    const label =
      index === ticks.length - 1 ? `${look.format(String(tick))} ${facts.currency}` : look.format(String(tick));
    return (
      `<path d="M${round(x)} ${top - 4}V${bottom}" stroke="${colors.line}" stroke-width="${tick === 0 ? 1.5 : 0.5}"/>` +
      text(x, bottom + 15, label, colors.dim, { size: 12, anchor })
    );
  });
  const hidden = order.length - shown.length;
  const more = hidden === 0 ? '' : text(PAD, bottom + 38, look.words.more(hidden), colors.dim, { size: 12 });
  return { svg: axis.join('') + parts.join('') + more, height: shown.length * laneHeight + (hidden === 0 ? 24 : 46) };
};

/** SVG of how a price came about. Widths of texts are estimated, so they are kept short. */
export const pricePicture = (facts: PriceFacts, look: PictureLook): string => {
  const colors = COLORS[look.scheme];
  const steps = drawSteps(stepsOf(facts, look), look, colors);
  const lanes = drawLanes(facts, look, colors, steps.height + 26);
  const height = Math.ceil(steps.height + 26 + lanes.height);
  const width = Math.round(look.width);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(look.words.label)}" font-family="${FONT}">`,
    look.background === undefined ? '' : box(0, 0, width, height, `fill="${look.background}"`),
    steps.svg,
    lanes.svg,
    '</svg>',
  ].join('');
};
