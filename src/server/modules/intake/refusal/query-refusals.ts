import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { RefusalGroup } from '#contract/intake/refusal.ts';
import { refusalsList } from '#lists/refusals.ts';
import { foundExport } from '#server/list/index.ts';
import { listWords, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { ListExport } from '#server/platform/sheet/index.ts';
import { ediReasonText, refusalText, serverText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { isOneOf, keysOf } from '#shared/values/objects.ts';
import {
  type CountedRow,
  type RefusedItem,
  countRefused,
  listEdi,
  listStored,
  listTallied,
  namesOf,
} from './refusal-queries.ts';

/** Single refusals shown of one group. */
const MAX_ITEMS = 100;

type Names = Awaited<ReturnType<typeof namesOf>>;

const ways = keysOf(refusalsList.columns.way.values);
const wayOf = (via: string): RefusalGroup['way'] => (isOneOf(ways, via) ? via : 'pull');

const isEdi = ({ via, source_id }: Pick<CountedRow, 'via' | 'source_id'>): boolean =>
  via === 'edi' && source_id === null;

/** The words of a reason that stand for many cases: without the field and the value of one. */
function titleOf(reason: string, lang: Lang): string {
  const text = refusalText(reason, { field: '…', value: '…' }, lang);
  if (!text.endsWith('…')) return text;
  const title = text.slice(0, -1).trimEnd();
  return /[：:]$/.test(title) ? title.slice(0, -1).trimEnd() : title;
}

function reasonName(row: Pick<CountedRow, 'via' | 'source_id' | 'reason'>, lang: Lang): string {
  const ofEdi = isEdi(row) ? ediReasonText(row.reason, lang) : row.reason;
  return ofEdi === row.reason ? titleOf(row.reason, lang) : ofEdi;
}

function originOf(row: CountedRow, names: Names, lang: Lang): Pick<RefusalGroup, 'sourceCode' | 'sourceName'> {
  const source = row.source_id === null ? undefined : names.sources.get(row.source_id);
  if (source !== undefined)
    return { sourceCode: source.code, sourceName: lang === 'zh' ? source.name_cn : source.name_en };
  const sender = row.sender === null || row.sender === '' ? null : row.sender;
  if (sender !== null) return { sourceCode: sender, sourceName: senderName(row.via, sender, names, lang) };
  // Whether a position can be believed is reported by those of all receivers together.
  const all = { ais: 'refusal.allReceivers', vehicle: 'refusal.allDevices' } as const;
  const text = row.via === 'ais' || row.via === 'vehicle' ? all[row.via] : undefined;
  return { sourceCode: null, sourceName: text === undefined ? null : serverText(text, {}, lang) };
}

function senderName(via: string, sender: string, { partners, tenants, carriers }: Names, lang: Lang): string {
  if (via === 'feed') {
    const tenant = tenants.get(sender);
    const name = (lang === 'en' ? tenant?.name_en : null) ?? tenant?.name ?? sender;
    return serverText('refusal.orderSystem', { name }, lang);
  }
  if (via === 'ais') return sender === 'world' ? serverText('refusal.worldReceivers', {}, lang) : sender;
  if (via === 'vehicle')
    return serverText('refusal.devices', { protocol: sender === 'JT808' ? 'JT/T 808' : sender }, lang);
  // Schedules and offers are requested by carrier, without a source of their own.
  const carrier = via === 'pull' ? carriers.get(sender) : undefined;
  if (carrier !== undefined) return (lang === 'zh' ? carrier.name_cn : null) ?? carrier.name_en;
  return partners.get(sender) ?? sender;
}

const idOf = (row: CountedRow): string =>
  [row.via, row.source_id ?? '', encodeURIComponent(row.sender ?? ''), encodeURIComponent(row.reason)].join('|');

function present(row: CountedRow, names: Names, lang: Lang): RefusalGroup {
  return {
    groupId: idOf(row),
    way: wayOf(row.via),
    ...originOf(row, names, lang),
    reason: { code: row.reason, text: reasonName(row, lang) },
    count: row.n,
    lastTime: row.last,
  };
}

/** Groups of all origins, the largest first; what is kept and what is only counted of one origin is one group. */
async function groupsOf(ctx: Ctx, days: number): Promise<RefusalGroup[]> {
  const [rows, names] = await Promise.all([countRefused(ctx, ctx.clock.now() - days * DAY_MS), namesOf(ctx)]);
  const groups = new Map<string, RefusalGroup>();
  for (const row of rows) {
    const group = present({ ...row, sender: row.sender === '' ? null : row.sender }, names, ctx.lang);
    const known = groups.get(group.groupId);
    groups.set(
      group.groupId,
      known === undefined
        ? group
        : { ...known, count: known.count + group.count, lastTime: Math.max(known.lastTime, group.lastTime) },
    );
  }
  return [...groups.values()].sort(
    (a, b) => b.count - a.count || b.lastTime - a.lastTime || (a.groupId < b.groupId ? -1 : 1),
  );
}

const distinct = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

const fits = (group: RefusalGroup, { way, sourceCode, reason }: ParsedBody<'refusalQuery'>): boolean =>
  (way === undefined || way.includes(group.way)) &&
  (sourceCode === undefined || sourceCode.includes(group.sourceCode ?? '')) &&
  (reason === undefined || reason.includes(group.reason.code));

/** Refused data by source and reason as a file. */
export const refusalExport = (reference: () => ReferenceSnapshot): ListExport =>
  foundExport(
    {
      list: refusalsList,
      find: async (ctx, input) => (await groupsOf(ctx, input.days)).filter((group) => fits(group, input)),
    },
    (ctx) => listWords(ctx, reference()),
  );

/** What sources sent and we did not take, by source and reason. */
export async function queryRefusals({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'refusalQuery'>;
}): Promise<CallData<'refusalQuery'>> {
  const all = await groupsOf(ctx, input.days);
  const found = all.filter((group) => fits(group, input));
  const offset = (input.currentPage - 1) * input.pageSize;
  return {
    records: found.slice(offset, offset + input.pageSize),
    totalPage: Math.ceil(found.length / input.pageSize),
    totalRecord: found.length,
    refused: found.reduce((sum, { count }) => sum + count, 0),
    sources: distinct(
      all.flatMap(({ sourceCode: code, sourceName: name }) => (code === null ? [] : [{ code, name: name ?? code }])),
      ({ code }) => code,
    ),
    reasons: distinct(
      all.map((group) => group.reason),
      ({ code }) => code,
    ),
  };
}

const itemText = (of: CountedRow, item: RefusedItem, lang: Lang): string =>
  isEdi(of)
    ? reasonName(of, lang)
    : refusalText(of.reason, { field: item.field || '—', value: item.sample || '—' }, lang);

/** The newest refusals of one group, each with its field and what was received. */
export async function getRefusals({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'refusalGet'>;
}): Promise<CallData<'refusalGet'>> {
  const group = (await groupsOf(ctx, input.days)).find(({ groupId }) => groupId === input.groupId);
  if (group === undefined) return { group: null, items: [] };
  const [via = '', source = '', sender = '', reason = ''] = input.groupId.split('|').map(decodeURIComponent);
  const wanted = {
    via,
    sourceId: source === '' ? null : Number(source),
    sender: sender === '' ? null : sender,
    reason,
  };
  const since = ctx.clock.now() - input.days * DAY_MS;
  const listed = await Promise.all([
    sender === '' || via === 'feed' ? listStored(ctx, wanted, since, MAX_ITEMS) : [],
    listTallied(ctx, wanted, since, MAX_ITEMS),
    via === 'edi' ? listEdi(ctx, wanted, since, MAX_ITEMS) : [],
  ]);
  const of: CountedRow = { via, source_id: wanted.sourceId, sender: wanted.sender, reason, n: 0, last: 0 };
  const items = listed
    .flat()
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_ITEMS)
    .map((item) => ({
      time: item.at,
      count: item.n,
      text: itemText(of, item, ctx.lang),
      field: item.field || null,
      sample: item.sample,
      subject: item.subject,
      subscriptionId: item.subscription_id === null ? null : String(item.subscription_id),
      ediMessageId: item.message_id === null ? null : String(item.message_id),
    }));
  return { group, items };
}
