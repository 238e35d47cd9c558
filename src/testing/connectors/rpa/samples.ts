/** A row of a sample page. */
export type SampleRow = {
  kind: '计划' | '预计' | '实际';
  what: string;
  place: string;
  port: string;
  vessel?: string;
  voyage?: string;
  container?: string;
  load?: '空箱' | '重箱';
  time: string;
  updated: string;
};

/** A container from Shanghai to Pusan, up to the arrival. */
const sampleRows = (container: string): SampleRow[] => {
  const ship = { vessel: 'WILLOW BANK', voyage: '012E' };
  const loaded = { place: 'Shanghai', port: 'CNSHA' };
  const landed = { place: 'Busan', port: 'KRPUS' };
  return [
    {
      kind: '实际',
      what: '重箱进港',
      ...loaded,
      container,
      load: '重箱',
      time: '2026-02-10 09:30',
      updated: '2026-02-10 10:00',
    },
    {
      kind: '实际',
      what: '装船',
      ...loaded,
      ...ship,
      container,
      load: '重箱',
      time: '2026-02-12 20:10',
      updated: '2026-02-12 21:00',
    },
    { kind: '实际', what: '船舶离港', ...loaded, ...ship, time: '2026-02-13 02:00', updated: '2026-02-13 03:10' },
    { kind: '预计', what: '船舶抵港', ...landed, ...ship, time: '2026-02-15 07:00', updated: '2026-02-13 03:10' },
  ];
};

const cells = (values: readonly (string | undefined)[]): string =>
  values.map((value) => `<td>${value ?? ''}</td>`).join('');

/** Cut-offs as the page with a table lists them: what, and when. */
const deadlines = (cutoffs: readonly (readonly [string, string])[]): string =>
  `<dl id="wb-deadlines">${cutoffs.map(([what, time]) => `<dt>${what}</dt><dd>${time}</dd>`).join('')}</dl>`;

/** Willow Bay Line's page with a table. */
export const tablePage = (
  bill: string,
  container: string,
  rows: readonly SampleRow[] = sampleRows(container),
  cutoffs: readonly (readonly [string, string])[] = [],
): string => `<!doctype html>
<html lang="zh-CN"><body><main id="wb-cargo"><dl id="wb-summary"><dt>提单号</dt><dd>${bill}</dd></dl>
<table id="wb-boxes"><tr><th>箱号</th><th>箱型</th><th>铅封号</th></tr><tr><td>${container}</td><td>22G1</td><td>S1</td></tr></table>${cutoffs.length === 0 ? '' : deadlines(cutoffs)}
<table id="wb-track"><tr><th>类别</th><th>动态</th><th>地点</th><th>港口代码</th><th>船名</th><th>航次</th><th>箱号</th><th>空重</th><th>时间</th><th>更新时间</th></tr>
${rows.map((row) => `<tr>${cells([row.kind, row.what, row.place, row.port, row.vessel, row.voyage, row.container, row.load, row.time, row.updated])}</tr>`).join('\n')}
</table></main></body></html>`;

const codes = { 计划: 'PLN', 预计: 'EST', 实际: 'ACT' } as const;

function stepOf(row: SampleRow): string {
  const ship =
    row.vessel === undefined ? '' : `<span class="ship" data-voyage="${row.voyage ?? ''}">${row.vessel}</span>`;
  const container =
    row.container === undefined ? '' : `<span class="box" data-load="${row.load ?? ''}">${row.container}</span>`;
  return `<li data-kind="${codes[row.kind]}"><time class="at" datetime="${row.time}"></time><span class="what">${row.what}</span>
<span class="where" data-port="${row.port}">${row.place}</span>${ship}${container}<time class="updated" datetime="${row.updated}"></time></li>`;
}

/** Willow Bay Line's new page with steps. */
export const stepsPage = (
  bill: string,
  container: string,
  rows: readonly SampleRow[] = sampleRows(container),
): string => `<!doctype html>
<html lang="zh-CN"><body><main id="wb-app" data-bill="${bill}"><ul id="wb-units"><li data-type="22G1" data-seal="S1">${container}</li></ul>
<ol id="wb-steps">${rows.map(stepOf).join('\n')}</ol></main></body></html>`;

/** The same as reported a day later: the ship has arrived. */
export const arrivedRows = (container: string): SampleRow[] => [
  ...sampleRows(container),
  {
    kind: '实际',
    what: '船舶抵港',
    place: 'Busan',
    port: 'KRPUS',
    vessel: 'WILLOW BANK',
    voyage: '012E',
    time: '2026-02-15 08:20',
    updated: '2026-02-15 09:00',
  },
];
