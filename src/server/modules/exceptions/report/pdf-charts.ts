import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { font, ink } from './pdf-look.ts';
import type { Bars } from './report-content.ts';

use([BarChart, GridComponent, SVGRenderer]);

/** Size of a drawing in points. */
type Size = { width: number; height: number };

const labelsOf = ({ bars, upright }: Bars) => ({
  type: 'category' as const,
  data: bars.map(({ label }) => label),
  // The first category of a standing axis is at its foot.
  inverse: !upright,
  axisTick: { show: false },
  axisLine: { lineStyle: { color: ink.line } },
  axisLabel: {
    color: ink.text,
    fontSize: 8,
    interval: upright ? Math.floor((bars.length - 1) / 15) : 0,
    hideOverlap: true,
    ...(upright ? {} : { width: 104, overflow: 'truncate' as const }),
  },
});

/** The largest value of the axis: all of a share is 100 %. */
function largestOf({ bars, unit }: Bars): number | undefined {
  if (unit === '%') return 100;
  return bars.every(({ value }) => value === 0) ? 1 : undefined;
}

const valuesOf = (chart: Bars) => ({
  type: 'value' as const,
  minInterval: 1,
  splitNumber: 4,
  max: largestOf(chart),
  axisLabel: { color: ink.soft, fontSize: 7.5 },
  splitLine: { lineStyle: { color: ink.faint, width: 0.6 } },
});

function optionOf(chart: Bars): EChartsCoreOption {
  const { bars, upright, unit = '' } = chart;
  const [labels, values] = [labelsOf(chart), valuesOf(chart)];
  return {
    animation: false,
    textStyle: { fontFamily: font },
    grid: upright ? { left: 30, right: 8, top: 16, bottom: 20 } : { left: 114, right: 44, top: 4, bottom: 18 },
    xAxis: upright ? labels : values,
    yAxis: upright ? values : labels,
    series: [
      {
        type: 'bar',
        barMaxWidth: upright ? 22 : 11,
        data: bars.map(({ value, bad }) => ({ value, itemStyle: { color: bad === true ? ink.bad : ink.bar } })),
        label: {
          show: bars.length <= 16,
          position: upright ? 'top' : 'right',
          color: ink.text,
          fontSize: 8,
          formatter: ({ value }: { value: number }) => (upright && value === 0 ? '' : `${value}${unit}`),
        },
      },
    ],
  };
}

/** Draws a chart as SVG, without a browser. */
export function drawBars(chart: Bars, size: Size): string {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    drawing.setOption(optionOf(chart));
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}
