import type { CallData, ParsedBody } from '#contract/index.ts';
import { mappingFaults, type PageMapping } from '#contract/intake/page-mapping.ts';
import type { EventContent } from '#domain/tracking/model.ts';
import {
  formatsOf,
  mappedRows,
  mappingParser,
  openAnswer,
  orderOf,
  readBy,
  readMapped,
  type RobotAnswer,
  suggestMappings,
} from '#server/connectors/rpa/index.ts';
import type { ParseRefusal } from '#server/connectors/types.ts';
import { unpackBody } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { ofPlatform } from './release-parser.ts';

type Sample = ParsedBody<'rpaReaderLook'>['sample'];
type Preview = CallData<'rpaReaderPreview'>['previews'][number];
type Opened = ReturnType<typeof openAnswer>;

/** What is shown of a page: rows, texts of a cell, moves, and problems. */
const SHOWN = { rows: 30, chars: 120, moves: 200, problems: 50, marks: 12 };

/** A page as a text that an operator has pasted, requested by a container or a bill. */
function pasted(text: string, subjectNo: string, now: number): RobotAnswer {
  const number = normalizeContainerNumber(subjectNo);
  return {
    carrierCode: '',
    subject: findContainerNumberProblem(number) === undefined ? 'container' : 'bill',
    subjectNo: number,
    collectedAt: now,
    contentType: /^\s*[[{]/.test(text.slice(0, 200)) && parseOutsideJson(text) !== undefined ? 'json' : 'html',
    parserHint: null,
    text: text.toWellFormed(),
  };
}

/** The page that a reader is tried on: a stored one that the caller may see, or a pasted one. */
async function openSample(ctx: Ctx, { answerId, text, subjectNo }: Sample): Promise<Opened> {
  if (answerId == null) {
    if (text == null || text.trim() === '') throw refused('reader.noPage');
    return openAnswer(pasted(text, subjectNo ?? '', ctx.clock.now()));
  }
  const row = await ctx.db
    .selectFrom('robot_answer')
    .select(['carrier_code as carrierCode', 'subject', 'subject_no as subjectNo', 'collected_at as collectedAt'])
    .select(['content_type as contentType', 'body', 'encoding'])
    .where('id', '=', answerId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const { body, encoding, ...answer } = row;
  const stored = Buffer.from(unpackBody({ body, encoding })).toString('utf8');
  return openAnswer({ ...answer, parserHint: null, text: stored });
}

/** What of a page could be read, the likeliest first, with what its columns seem to be. */
export async function lookAtPage(
  ctx: Ctx,
  input: ParsedBody<'rpaReaderLook'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaReaderLook'>> {
  ofPlatform(ctx);
  const suggestions = suggestMappings(await openSample(ctx, input.sample), reference.rules);
  return {
    rows: suggestions.map(({ found, mapping }) => ({
      source: found.source,
      rows: found.rows,
      columns: found.columns.map(({ column, title }) => ({ column, title })),
      cells: found.cells.slice(0, SHOWN.rows).map((row) => row.map((text) => text.slice(0, SHOWN.chars))),
      count: found.count,
      suggested: mapping,
    })),
  };
}

const textOf = ({ reason, field, value }: ParseRefusal, lang: Lang): string =>
  refusalText(reason, { field: field ?? '', value: value ?? '' }, lang);

/** The moves that a shipment would show: one for each time of an event. */
function movesOf(event: EventContent, { statuses }: ReferenceSnapshot, lang: Lang): Preview['moves'] {
  const status = statuses.get(event.statusCode);
  const times = [
    ['PLN', event.planned],
    ['EST', event.estimated],
    ['ACT', event.actual],
  ] as const;
  return times.flatMap(([classifier, at]) =>
    at === null
      ? []
      : [
          {
            containerNo: event.containerNo,
            move: (lang === 'zh' ? status?.nameCn : status?.nameEn) ?? status?.nameEn ?? event.statusCode,
            isKnown: status !== undefined,
            classifier,
            time: placeTimeText(at, event.zone, lang),
            portCode: event.portCode,
            place: event.place,
            vesselName: event.vesselName,
            voyage: event.voyage,
          },
        ],
  );
}

/** What a mapping makes of one page: the same that a shipment would get, and what became of each row. */
function previewOf(opened: Opened, mapping: PageMapping, reference: ReferenceSnapshot, lang: Lang): Preview {
  const parser = mappingParser({ id: '', version: 0, carrierCode: opened.carrierCode, name: '', mapping });
  const { outcomes, reading } = readMapped(opened, mapping);
  // A pasted page is of the shipment that it names.
  const subjectNo = opened.subjectNo === '' ? (reading.billNo ?? '') : opened.subjectNo;
  const { state, record } = readBy(parser, { ...opened, subjectNo }, reference.rules);
  const unread = outcomes.flatMap(({ index, state: became, refusal }) =>
    became === 'unread' && refusal !== null ? [{ row: index + 1, text: textOf(refusal, lang) }] : [],
  );
  const whole = record.refusals.filter(({ index, reason }) => index === null && reason !== 'unknown_word');
  const countOf = (wanted: string): number => outcomes.filter((one) => one.state === wanted).length;
  return {
    state: parser.accepts(opened) || parser.statesUnknown?.(opened) === true ? state : 'other',
    read: countOf('read'),
    empty: countOf('empty'),
    unread: unread.slice(0, SHOWN.problems),
    problems: whole.slice(0, SHOWN.problems).map((one) => textOf(one, lang)),
    words: record.refusals.flatMap(({ reason, value }) => (reason === 'unknown_word' && value !== null ? [value] : [])),
    moves: (record.content?.events ?? []).flatMap((event) => movesOf(event, reference, lang)).slice(0, SHOWN.moves),
  };
}

/** The texts that a mapping reads for one of its roles. */
const textsOf = (pages: readonly Opened[], mapping: PageMapping, isMeant: (role: string) => boolean): string[] =>
  pages.flatMap((page) =>
    (mappedRows(page, mapping)?.rows ?? []).flatMap(({ get }) =>
      mapping.columns
        .filter(({ role }) => isMeant(role))
        .map(({ column }) => get(column))
        .filter((text) => text !== ''),
    ),
  );

const timeRoles = new Set(['time', 'etd', 'atd', 'eta', 'ata']);

/** Refuses a mapping that cannot be used, by its first fault. */
export function checkMapping(mapping: PageMapping): void {
  const [fault] = mappingFaults(mapping);
  if (fault !== undefined) throw refused(`mapping.${fault}`);
}

/** Reads pages by a mapping and keeps nothing: what shipments would show, and which rows are not read, with the reason. */
export async function previewReader(
  ctx: Ctx,
  input: ParsedBody<'rpaReaderPreview'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaReaderPreview'>> {
  ofPlatform(ctx);
  const { mapping } = input;
  checkMapping(mapping);
  const pages: Opened[] = [];
  for (const sample of input.samples)
    pages.push({ ...(await openSample(ctx, sample)), carrierCode: input.carrierCode.toUpperCase() });
  const times = textsOf(pages, mapping, (role) => timeRoles.has(role));
  const twofold = times.find((text) => {
    const [first = '0', second = '0'] = /^\D*(\d{1,2})[-/.](\d{1,2})[-/.]\d/.exec(text.slice(0, 60))?.slice(1) ?? [];
    return orderOf([text]) === null && Number(first) > 0 && first.padStart(2, '0') !== second.padStart(2, '0');
  });
  return {
    previews: pages.map((page) => previewOf(page, mapping, reference, ctx.lang)),
    formats: formatsOf(times),
    twofold: twofold?.slice(0, 60) ?? null,
    marks: [...new Set(textsOf(pages, mapping, (role) => role === 'mark'))]
      .slice(0, SHOWN.marks)
      .map((text) => text.slice(0, 40)),
  };
}
