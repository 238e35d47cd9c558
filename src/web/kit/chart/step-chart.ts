import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { DAY_MS } from '#shared/time/instant.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { ownZone } from '#web/base/zone.ts';
import { currentLang } from '#web/i18n/index.ts';
import { showTime } from '../value/format-time.ts';
import type { LiveChart } from './use-live-chart.ts';

/** A value that held from `x` on; both axes are instants in epoch ms. */
export type StepPoint = { x: number; y: number; note: string };

use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** What a step chart shows. */
export type StepContent = {
  points: readonly StepPoint[];
  until: number;
  /** Of the place of the values; null where nobody knows it. */
  zone: string | null;
  names: { x: string; y: string };
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Puts a step chart into a box. */
export function createStepChart(box: HTMLElement): LiveChart<StepContent> {
  const chart = init(box);
  const colour = (name: string): string =>
    getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#666';
  const show = ({ points, until, zone, names }: StepContent): void => {
    const [text, line, primary] = [colour('--pt-text-2'), colour('--pt-line'), colour('--pt-primary')];
    const last = points.at(-1);
    const values = points.map(({ y }) => y);
    // Of a few days each label has its hour, as several lie on one day.
    const labelEnd = Math.max(...values) - Math.min(...values) < 4 * DAY_MS ? 16 : 10;
    const data = points.map((point) => [point.x, point.y]);
    if (last !== undefined && until > last.x) data.push([until, last.y]);
    const axis = {
      type: 'time' as const,
      axisLabel: { color: text, fontSize: 11, hideOverlap: true },
      axisLine: { lineStyle: { color: line } },
    };
    chart.setOption({
      animation: false,
      grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
      tooltip: {
        trigger: 'axis',
        confine: true,
        backgroundColor: colour('--pt-surface'),
        borderColor: line,
        textStyle: { color: colour('--pt-text'), fontSize: 12 },
        formatter: (items: { dataIndex: number }[]) => {
          const index = items[0]?.dataIndex ?? 0;
          const point = points[Math.min(index, points.length - 1)];
          if (point === undefined) return '';
          return `${escapeHtml(names.y)} <b>${placeTimeText(point.y, zone, currentLang())}</b><br>${escapeHtml(names.x)} ${placeTimeText(point.x, ownZone(), currentLang())}<br>${escapeHtml(point.note)}`;
        },
      },
      xAxis: { ...axis, splitLine: { show: false } },
      yAxis: {
        ...axis,
        scale: true,
        splitNumber: 3,
        axisLabel: { ...axis.axisLabel, formatter: (value: number) => showTime(value, zone).text.slice(5, labelEnd) },
        splitLine: { lineStyle: { color: line, opacity: 0.6 } },
      },
      series: [
        {
          type: 'line',
          step: 'end',
          data,
          symbol: 'circle',
          symbolSize: 5,
          lineStyle: { color: primary, width: 2 },
          itemStyle: { color: primary },
        },
      ],
    });
  };
  return { show, resize: () => chart.resize(), remove: () => chart.dispose() };
}
