import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type BarContent, barText } from './BarChart.tsx';
import type { LiveChart } from './use-live-chart.ts';

use([BarChart, GridComponent, TooltipComponent, CanvasRenderer]);

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
const TOTALS = 'totals';

/** The sums of all stacked values, written at the ends of the bars. */
const totalsSeries = ({ series, categories, numberText }: BarContent, colour: string) => ({
  id: TOTALS,
  type: 'bar' as const,
  stack: 'one',
  silent: true,
  data: categories.map(() => 0),
  label: {
    show: true,
    position: 'right' as const,
    color: colour,
    fontSize: 12,
    formatter: ({ dataIndex }: { dataIndex: number }) =>
      numberText(series.reduce((sum, { values }) => sum + (values[dataIndex] ?? 0), 0)),
  },
});

function tooltipText(content: BarContent, index: number): string {
  const { categories, series, numberText } = content;
  const lines = series.map(
    ({ name, values }) => `${escapeHtml(name)} <b>${escapeHtml(barText(values[index], numberText))}</b>`,
  );
  return [`<b>${escapeHtml(categories[index]?.title ?? categories[index]?.name ?? '')}</b>`, ...lines].join('<br>');
}

/** Puts a bar chart into a box; `onPick` hears which part of which bar was clicked. */
export function createBarChart(
  box: HTMLElement,
  onPick: (category: number, series: string) => void,
): LiveChart<BarContent> {
  const chart = init(box);
  const colourOf = (name: string): string => getComputedStyle(box).getPropertyValue(name).trim() || '#666';
  chart.on('click', ({ dataIndex, seriesId }) => {
    if (typeof seriesId === 'string' && seriesId !== TOTALS) onPick(dataIndex, seriesId);
  });
  const show = (content: BarContent): void => {
    const { categories, series, horizontal = false, numberText } = content;
    const [text, line] = [colourOf('--pt-text-2'), colourOf('--pt-line')];
    const names = {
      type: 'category' as const,
      data: categories.map(({ name }) => name),
      inverse: horizontal,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: line } },
      axisLabel: { color: text, fontSize: 12, interval: horizontal ? 0 : ('auto' as const), hideOverlap: true },
    };
    const values = {
      type: 'value' as const,
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { show: !horizontal, color: text, fontSize: 11, formatter: numberText },
      splitLine: { show: !horizontal, lineStyle: { color: line, opacity: 0.7 } },
    };
    const bars = series.map(({ key, name, colour, values: data, stack }) => ({
      id: key,
      type: 'bar' as const,
      name,
      data: data.map((value) => value ?? '-'),
      stack: stack ?? (horizontal ? 'one' : key),
      barMaxWidth: horizontal ? 18 : 22,
      barGap: '10%',
      cursor: content.pickable === true ? 'pointer' : 'default',
      itemStyle: { color: colourOf(colour), borderColor: colourOf('--pt-surface'), borderWidth: 0.5 },
      emphasis: { focus: 'none' as const },
    }));
    chart.setOption(
      {
        animation: false,
        grid: { left: 4, right: horizontal ? 48 : 8, top: 8, bottom: 2, containLabel: true },
        tooltip: {
          trigger: 'axis',
          confine: true,
          axisPointer: { type: 'shadow' },
          backgroundColor: colourOf('--pt-surface'),
          borderColor: line,
          textStyle: { color: colourOf('--pt-text'), fontSize: 12 },
          formatter: (items: { dataIndex: number }[]) => tooltipText(content, items[0]?.dataIndex ?? 0),
        },
        xAxis: horizontal ? values : names,
        yAxis: horizontal ? names : values,
        series: horizontal ? [...bars, totalsSeries(content, text)] : bars,
      },
      { replaceMerge: ['series'] },
    );
  };
  return { show, resize: () => chart.resize(), remove: () => chart.dispose() };
}
