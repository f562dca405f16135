import { Box, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatDecimal, formatTick } from '../language.js';

interface PlotProps {
  /** Text alternative for screen readers; each plot also has a table. */
  readonly label: string;
  /** Numbers, or with `isTime` days in seconds since 1970. */
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  readonly isTime?: boolean;
  readonly xUnit: string;
  readonly yUnit: string;
  /** Draws bars, for counts. Otherwise draws steps, each of which extends to the next point. */
  readonly isCount?: boolean;
  /** A value of x to mark with a line. */
  readonly mark?: number;
}

const HEIGHT = 220;
/** Tick distances on an axis of counts. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
const LOOKS = {
  light: { line: '#00626c', text: '#3c444b', grid: '#dfe3e6', mark: '#8f3f00' },
  dark: { line: '#7cbcc2', text: '#c6cbd0', grid: '#3a4047', mark: '#ffb070' },
} as const;

/** Draws the line of `mark` over the plot. */
const markAt = (mark: number, color: string): uPlot.Plugin => ({
  hooks: {
    draw: (plot) => {
      const at = plot.valToPos(mark, 'x', true);
      const { left, top, width, height } = plot.bbox;
      if (at < left || at > left + width) return;
      plot.ctx.save();
      plot.ctx.strokeStyle = color;
      plot.ctx.setLineDash([6, 4]);
      plot.ctx.beginPath();
      plot.ctx.moveTo(at, top);
      plot.ctx.lineTo(at, top + height);
      plot.ctx.stroke();
      plot.ctx.restore();
    },
  },
});

/** A plot whose y axis starts at zero. */
export const Plot = ({ label, x, y, isTime = false, xUnit, yUnit, isCount = false, mark }: PlotProps) => {
  const { ref, width } = useElementSize();
  const target = useRef<HTMLDivElement>(null);
  const look = LOOKS[useComputedColorScheme('light')];
  useEffect(() => {
    if (!target.current || width === 0) return undefined;
    const axis = { stroke: look.text, grid: { stroke: look.grid, width: 1 }, ticks: { stroke: look.grid, width: 1 } };
    const plot = new uPlot(
      {
        width,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: isTime }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
        axes: [
          {
            ...axis,
            label: xUnit,
            labelSize: 20,
            values: (_, ticks) =>
              ticks.map((tick) => (isTime ? formatTick(tick, (x.at(-1) ?? 0) - (x[0] ?? 0)) : formatDecimal(tick))),
          },
          {
            ...axis,
            label: yUnit,
            labelSize: 20,
            size: 60,
            ...(isCount ? { incrs: WHOLE } : {}),
            values: (_, ticks) => ticks.map((tick) => formatDecimal(tick)),
          },
        ],
        series: [
          {},
          {
            stroke: look.line,
            width: 2,
            fill: isCount ? look.line : undefined,
            paths: isCount ? uPlot.paths.bars?.({ size: [0.7, 40] }) : uPlot.paths.stepped?.({ align: 1 }),
            points: { show: false },
          },
        ],
        plugins: mark === undefined ? [] : [markAt(mark, look.mark)],
      },
      [[...x], [...y]],
      target.current,
    );
    return () => plot.destroy();
  }, [width, look, x, y, isTime, isCount, mark, xUnit, yUnit]);
  return (
    <Box ref={ref} mih={HEIGHT}>
      <div ref={target} role="img" aria-label={label} />
    </Box>
  );
};
