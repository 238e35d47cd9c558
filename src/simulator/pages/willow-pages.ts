import { createRandom } from '#shared/random/prng.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';
import { escapeMarkup as safe, shownCutOffs, type ShownCutOff, pageRows, type PageRow } from './page-rows.ts';

/** From then on the site shows its new layout for some shipments. */
export const NEW_LAYOUT_FROM = Date.UTC(2026, 5, 1);
/** Share of the shipments shown in the new layout. */
const NEW_LAYOUT_SHARE = 0.25;

const words: Readonly<Record<string, string>> = {
  PICK: '提空箱',
  STUF: '装箱',
  GTIN: '重箱进港',
  LOAD: '装船',
  DISC: '卸船',
  GTOT: '提重箱',
  STRP: '拆箱',
  DROP: '还空箱',
  DEPA: '船舶离港',
  ARRI: '船舶抵港',
  'RECE CBR': '收到订舱申请',
  'CONF BKG': '订舱确认',
  'ISSU TRD': '签发提单',
  'ISSU ARN': '到货通知',
  'HOLD CUS': '海关查验',
  'RELS CUS': '海关放行',
  'RELS SRM': '放货',
};
const deadlines = { DCO: '截单', VCO: '截VGM', FCO: '截港', CCO: '截放行' } as const;
const kinds = { PLN: '计划', EST: '预计', ACT: '实际' } as const;

/** Which layout the site shows of a shipment at a moment. */
export const willowLayout = (world: World, shipment: Shipment, at: Instant): 'table' | 'steps' =>
  at >= NEW_LAYOUT_FROM && createRandom(`${world.seed}/layout/${shipment.billNo}`).chance(NEW_LAYOUT_SHARE)
    ? 'steps'
    : 'table';

const loadOf = ({ empty, container }: PageRow): string =>
  container === '' || empty === undefined ? '' : empty ? '空箱' : '重箱';

const frame = (body: string): string => `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><title>柳湾航运 | 货物跟踪</title><link rel="stylesheet" href="/assets/site.css">
<script>window.dataLayer = window.dataLayer || []; if (1 < 2 && "</td>") dataLayer.push({page: 'track'});</script></head>
<body>
<header class="wb-top"><a href="/">柳湾航运 Willow Bay Line</a><nav><ul><li>船期</li><li>货物跟踪</li><li>联系我们</li></ul></nav></header>
${body}
<footer><p>时间均为当地时间。&copy; 柳湾航运</p></footer>
</body>
</html>
`;

const cells = (...values: string[]): string => values.map((value) => `<td>${safe(value)}</td>`).join('');
const titles = (...values: string[]): string => values.map((value) => `<th>${value}</th>`).join('');
const withOffset = (time: string, offset: string): string => `${time} (UTC${offset})`;

function tablePage(shipment: Shipment, rows: readonly PageRow[], cutOffs: readonly ShownCutOff[]): string {
  const containers = shipment.containers.map(({ number, isoCode, sealNumber }) => cells(number, isoCode, sealNumber));
  const lines = rows.map((row) =>
    cells(
      kinds[row.classifier],
      words[row.what] ?? row.what,
      row.place,
      row.portCode,
      row.vessel,
      row.imo,
      row.voyage,
      row.container,
      loadOf(row),
      withOffset(row.time, row.offset),
      withOffset(row.updated, row.updatedOffset),
    ),
  );
  const terms = cutOffs.map(
    ({ code, time, offset }) => `<dt>${deadlines[code]}</dt><dd>${withOffset(time, offset)}</dd>`,
  );
  return frame(`<main id="wb-cargo" class="wb-page">
<h1>货物跟踪</h1>
<dl id="wb-summary"><dt>提单号</dt><dd>${shipment.billNo}</dd><dt>订舱号</dt><dd>${shipment.bookingNo}</dd></dl>
${terms.length === 0 ? '' : `<dl id="wb-deadlines">${terms.join('')}</dl>`}
<table id="wb-boxes"><tr>${titles('箱号', '箱型', '铅封号')}</tr>
${containers.map((line) => `<tr>${line}</tr>`).join('\n')}
</table>
<table id="wb-track" class="list">
<thead><tr>${titles('类别', '动态', '地点', '港口代码', '船名', 'IMO', '航次', '箱号', '空重', '时间', '更新时间')}</tr></thead>
<tbody>
${lines.map((line, index) => `<tr class="${index % 2 === 0 ? 'even' : 'odd'}">${line}`).join('\n')}
</tbody>
</table>
</main>`);
}

const iso = (time: string, offset: string): string => `${time.replace(' ', 'T')}${offset}`;

function stepOf(row: PageRow): string {
  const ship =
    row.vessel === ''
      ? ''
      : `<span class="ship" data-imo="${row.imo}" data-voyage="${row.voyage}">${safe(row.vessel)}</span>`;
  const container = row.container === '' ? '' : `<span class="box" data-load="${loadOf(row)}">${row.container}</span>`;
  const where = row.portCode === '' ? '' : `<span class="where" data-port="${row.portCode}">${safe(row.place)}</span>`;
  return `<li class="step" data-kind="${row.classifier}"><time class="at" datetime="${iso(row.time, row.offset)}">${row.time}</time>
<span class="what">${words[row.what] ?? row.what}</span>${where}${ship}${container}
<time class="updated" datetime="${iso(row.updated, row.updatedOffset)}">更新于 ${row.updated}</time></li>`;
}

function stepsPage(shipment: Shipment, rows: readonly PageRow[], cutOffs: readonly ShownCutOff[]): string {
  const containers = shipment.containers.map(
    ({ number, isoCode, sealNumber }) => `<li data-type="${isoCode}" data-seal="${sealNumber}">${number}</li>`,
  );
  const due = cutOffs.map(
    ({ code, time, offset }) =>
      `<li><b>${deadlines[code]}</b><time datetime="${iso(time, offset)}">${time}</time></li>`,
  );
  return frame(`<main id="wb-app" data-bill="${shipment.billNo}" data-booking="${shipment.bookingNo}">
<h1>我的货物</h1>
<ul id="wb-units">${containers.join('')}</ul>
${due.length === 0 ? '' : `<ul id="wb-due">${due.join('')}</ul>`}
<ol id="wb-steps">
${rows.map(stepOf).join('\n')}
</ol>
</main>`);
}

/** What the site says of a number it does not know. */
export const willowUnknown = (): string =>
  frame('<main id="wb-cargo" class="wb-page"><h1>货物跟踪</h1><p class="wb-none">查无此单，请核对单号。</p></main>');

/** Willow Bay Line's page about a shipment at a moment. */
export function willowPage(world: World, shipment: Shipment, at: Instant): string {
  const rows = pageRows(world, shipment, at);
  if (rows.length === 0) return willowUnknown();
  const cutOffs = shownCutOffs(world, shipment, at);
  return willowLayout(world, shipment, at) === 'steps'
    ? stepsPage(shipment, rows, cutOffs)
    : tablePage(shipment, rows, cutOffs);
}
