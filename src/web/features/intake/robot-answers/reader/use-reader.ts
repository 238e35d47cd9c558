import { useState } from 'react';
import { type MappingFault, type MappingRole, type PageMapping, mappingFaults } from '#contract/intake/page-mapping.ts';
import type { ReaderRows, ReaderSample } from '#contract/intake/rpa-readers.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';

/** What an editor begins with: nothing, a page, or a version that is changed into the next one. */
export type ReaderStart = {
  /** Each opening begins anew. */
  key: number;
  page?: { answerId: string; carrierCode: string };
  version?: { parserId: string; version: number; carrierCode: string };
};

const MAX_SAMPLES = 5;
/** Stands where nothing has been pointed at; it is never requested. */
const nothing: PageMapping = {
  source: 'table',
  rows: '',
  columns: [],
  dayFirst: null,
  clock: 'place',
  box: 'none',
  marks: [],
  unknownText: null,
};

/** Pages that were brought of a carrier, newest first. */
function useStoredPages(carrierCode: string | undefined) {
  const input = { currentPage: 1, pageSize: 50, carrierCode: [carrierCode ?? ''] };
  const { data } = useCall('rpaAnswerQuery', input, { enabled: carrierCode !== undefined });
  return { stored: data?.records ?? [], hasNoStored: data?.records.length === 0 };
}

/** The rows that a mapping reads, among those of a page. */
function rowsOf(all: readonly ReaderRows[], { source, rows, columns }: PageMapping): number {
  const shared = all.map((one) =>
    one.source === source && one.rows === rows
      ? columns.filter(({ column }) => one.columns.some((other) => other.column === column)).length
      : -1,
  );
  return Math.max(0, shared.indexOf(Math.max(0, ...shared)));
}

/** The contents of the editor, and the server's preview of them as they change. */
export function useReader(start: ReaderStart) {
  const t = useT();
  const { version } = start;
  const kept = useCall(
    'rpaReaderGet',
    { parserId: version?.parserId ?? '', version: version?.version ?? 1 },
    { enabled: version !== undefined, staleTime: 0 },
  );
  const [carrierCode, setCarrier] = useState(start.page?.carrierCode ?? version?.carrierCode);
  const { stored, hasNoStored } = useStoredPages(carrierCode);
  const [picked, setPicked] = useState(start.page === undefined ? undefined : [start.page.answerId]);
  const [pasted, setPasted] = useState<{ text: string; subjectNo: string }>();
  const [own, setOwn] = useState<{ mapping: PageMapping; at: number }>();
  const [named, setName] = useState<string>();

  // Who changes a reader sees the newest page of its carrier at once.
  const answerIds = picked ?? stored.slice(0, 1).map(({ answerId }) => answerId);
  const samples: ReaderSample[] = pasted === undefined ? answerIds.map((answerId) => ({ answerId })) : [pasted];
  const look = useCall('rpaReaderLook', { sample: samples[0] ?? {} }, { enabled: samples.length > 0 });
  const all = samples.length > 0 ? (look.data?.rows ?? []) : [];
  const known = kept.data?.mapping;
  const at = own?.at ?? (known === undefined ? 0 : rowsOf(all, known));
  const mapping = own?.mapping ?? known ?? all[at]?.suggested;
  const name = named ?? kept.data?.name ?? t('pageReader.defaultName');

  const faults: (MappingFault | 'noCarrier' | 'noName')[] = [
    ...(carrierCode === undefined ? (['noCarrier'] as const) : []),
    ...(name.trim() === '' ? (['noName'] as const) : []),
    ...(mapping === undefined ? [] : mapping.columns.length === 0 ? (['noTime'] as const) : mappingFaults(mapping)),
  ];
  const isReady = mapping !== undefined && mapping.columns.length > 0 && mappingFaults(mapping).length === 0;
  const preview = useCall(
    'rpaReaderPreview',
    { carrierCode: carrierCode ?? '', samples, mapping: mapping ?? nothing },
    { enabled: isReady && carrierCode !== undefined && samples.length > 0, keep: true },
  );

  const change = (more: Partial<PageMapping>): void => {
    if (mapping !== undefined) setOwn({ at, mapping: { ...mapping, ...more } });
  };
  const point = (column: string, role: MappingRole | null): void => {
    const others = mapping?.columns.filter((one) => one.column !== column) ?? [];
    change({ columns: role === null ? others : [...others, { column, role }] });
  };
  /** Another page: what was pointed at stays where it was done by hand or kept. */
  const takePages = (ids: readonly string[]): void => {
    setPasted(undefined);
    setPicked(ids.slice(0, MAX_SAMPLES));
  };
  return {
    t,
    start,
    kept: kept.data,
    carrierCode,
    setCarrier: (code: string): void => {
      setCarrier(code);
      setPicked(undefined);
    },
    stored,
    hasNoStored,
    answerIds: pasted === undefined ? answerIds : [],
    takePages,
    takePasted: (text: string, subjectNo: string): void => setPasted({ text, subjectNo }),
    name,
    setName,
    look,
    hasPage: samples.length > 0,
    all,
    at,
    choose: (next: number): void => {
      const rows = all[next];
      if (rows !== undefined) setOwn({ at: next, mapping: rows.suggested });
    },
    mapping,
    change,
    point,
    faults,
    preview,
    isChanged: own !== undefined || pasted !== undefined || named !== undefined,
  };
}

export type Reader = ReturnType<typeof useReader>;
