import type { Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import type { Parcel, Scan, ScanKind } from '../land/parcels.ts';
import { escapeMarkup as safe } from './page-rows.ts';

/** Names and zones of the places that the courier passes, by their codes. */
export type Places = ReadonlyMap<string, { name: string; zone: string }>;

/** Words of the site, and events of the postal union where they depend on nothing else. */
const words: Readonly<Record<ScanKind, readonly [event: string, words: string]>> = {
  announced: ['', '邮件信息已录入，尚未收寄'],
  pickedUp: ['EMA', '已收寄'],
  departed: ['EMK', '邮件离开处理中心'],
  arrived: ['EMJ', '邮件到达处理中心'],
  customsStarted: ['EDB', '送交海关'],
  customsCleared: ['EDC', '海关放行'],
  outForDelivery: ['EDG', '安排投递'],
  notAtHome: ['EMH', '未妥投：收件人不在'],
  badAddress: ['EMH', '未妥投：地址不详'],
  available: ['EDH', '到达自提点，待领取'],
  delivered: ['EMI', '妥投'],
};

/** Arriving and departing are events of their own where a mail item is sent and where it goes to. */
function eventOf({ origin, destination }: Parcel, { kind, facility }: Scan): string {
  if (kind === 'arrived') return facility === origin ? 'EMB' : facility === destination ? 'EMD' : 'EMJ';
  if (kind === 'departed') return facility === origin ? 'EMC' : 'EMK';
  return words[kind][0];
}

const frame = (no: string, body: string): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>邮件查询 | 中国邮政 EMS</title></head>
<body><header><a href="/">EMS</a></header><main id="mail" data-no="${safe(no)}"><h1>邮件查询</h1>
${body}
</main><footer>时间均为当地时间</footer></body></html>
`;

/** What the site says of a number it does not know. */
export const emsUnknown = (no: string): string =>
  frame(no, '<p class="mail-none">未查到该邮件的信息，请核对邮件号。</p>');

/** The courier's page about a mail item at a moment: the newest scan first, one in twenty twice. */
export function emsPage(parcel: Parcel, now: Instant, places: Places): string {
  const shown = parcel.scans.filter(({ publishedAt }) => publishedAt <= now).toReversed();
  if (shown.length === 0) return emsUnknown(parcel.waybill);
  const named = (code: string): string => `${places.get(code)?.name ?? code} (${code})`;
  const lines = shown.map((scan) => {
    const time = toLocalText(scan.at, places.get(scan.facility)?.zone ?? 'UTC').slice(0, 16);
    return `<tr><td>${time}</td><td>${safe(named(scan.facility))}</td><td>${eventOf(parcel, scan)}</td><td>${words[scan.kind][1]}</td></tr>`;
  });
  return frame(
    parcel.waybill,
    `<dl id="mail-facts"><dt>邮件号</dt><dd>${parcel.waybill}</dd><dt>寄件地</dt><dd>${safe(named(parcel.origin))}</dd>
<dt>寄达地</dt><dd>${safe(named(parcel.destination))}</dd><dt>重量</dt><dd>${parcel.weightKg} kg</dd></dl>
<table id="mail-trace"><thead><tr><th>时间</th><th>地点</th><th>事件</th><th>动态</th></tr></thead><tbody>
${lines.join('\n')}
</tbody></table>`,
  );
}
