import { memo, type ReactElement } from 'react';
import type { Lang } from '#web/i18n/index.ts';
import { coasts, ports, soundings, voyages } from './chart-data.ts';
import { outline, project, rhumbLines, roseNodes, sheet, track } from './chart-geometry.ts';

const land = coasts.map(outline).join('');
const rose = project([130.4, 20.4]);
const networkRadius = 560;
const winds = rhumbLines(rose, networkRadius);
const nodes = roseNodes(rose, networkRadius);
const routes = voyages.map(track);
const ship = project([113.5, 17.1]);

function WindRose(): ReactElement {
  return (
    <g transform={`translate(${rose[0]} ${rose[1]})`} className="pt-chart-rose">
      <circle r="66" />
      <circle r="60" strokeDasharray="1.5 4.4" />
      <circle r="24" />
      {Array.from({ length: 8 }, (_, index) => {
        const long = index % 2 === 0;
        const tip = long ? 56 : 38;
        const waist = long ? 11 : 8;
        return (
          <g key={index} transform={`rotate(${index * 45})`}>
            <path className="pt-chart-ray" d={`M0 ${-tip}L${waist} ${-waist}L0 0z`} />
            <path className="pt-chart-ray pt-chart-ray-dark" d={`M0 ${-tip}L${-waist} ${-waist}L0 0z`} />
          </g>
        );
      })}
      <path className="pt-chart-north" d="M0 -84l6 10-6-3-6 3z" />
    </g>
  );
}

/** A chart of the East Asian seas in the manner of the portolans: coasts, rhumb lines, soundings, voyages. Decoration. */
export const SeaChart = memo(function SeaChart({ lang }: { lang: Lang }): ReactElement {
  return (
    <svg
      className="pt-chart"
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className="pt-chart-shoal pt-chart-shoal-3" d={land} />
      <path className="pt-chart-shoal pt-chart-shoal-2" d={land} />
      <path className="pt-chart-shoal pt-chart-shoal-1" d={land} />
      <path className="pt-chart-wind" d={winds.full} />
      <path className="pt-chart-wind pt-chart-wind-half" d={winds.half} />
      <path className="pt-chart-wind pt-chart-wind-quarter" d={winds.quarter} />
      <path className="pt-chart-land" d={land} />
      {nodes.map(([x, y], index) => (
        <circle key={index} className="pt-chart-node" cx={x} cy={y} r="3" />
      ))}
      <g className="pt-chart-depths">
        {soundings.map(([lon, lat, metres]) => {
          const [x, y] = project([lon, lat]);
          return (
            <text key={`${lon} ${lat}`} x={x} y={y}>
              {metres}
            </text>
          );
        })}
      </g>
      {routes.map((d) => (
        <path key={d} className="pt-chart-route" d={d} />
      ))}
      <path
        className="pt-chart-ship"
        d="M0 -11c4 5 5 9 4 17l-4 3-4-3c-1-8 0-12 4-17z"
        transform={`translate(${ship[0]} ${ship[1]}) rotate(209)`}
      />
      {ports.map(({ at, zh, en, side }) => {
        const [x, y] = project(at);
        return (
          <g key={en} className="pt-chart-port">
            <circle cx={x} cy={y} r="3.4" />
            <text
              x={side === 'right' ? x + 9 : x - 9}
              y={side === 'below' ? y + 22 : y + 4}
              textAnchor={side === 'right' ? 'start' : 'end'}
            >
              {lang === 'zh' ? zh : en}
            </text>
          </g>
        );
      })}
      <WindRose />
    </svg>
  );
});
