import { useMemo } from 'react';
import { isBySea, type Mode } from '#domain/tracking/journey/mode.ts';
import { useCall } from '#web/base/use-call.ts';
import type { businessInfo } from './business-info.texts.ts';
import { type Translate, useLang, useT } from '#web/i18n/index.ts';
import { useCarriers, useDict, useSourceTypes } from '#web/kit/search/use-names.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import type { SortValue } from '#web/kit/table/local-rows.ts';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { expectedKind, type EventTimes, timesOfStatus, bestTimeOf } from '#web/kit/value/known-time.ts';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { numberAt, textAt, valueAt } from '#web/kit/value/loose-row.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { type Booking, type Container, isMain, type Leg, type Status } from './info-rows.ts';

/** A column of rows that are all here: what it shows, and what it is sorted by. */
export type InfoColumn<Row> = DataColumn<Row> & { value: (row: Row) => SortValue };

type FieldName = keyof (typeof businessInfo)['field'];
type More<Row> = Partial<InfoColumn<Row>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Fields that only goods on vessels have. */
const onlyBySea: ReadonlySet<string> = new Set<FieldName>([
  'refrenceNo',
  'inOutFlag',
  'isBillNo',
  'openTime',
  'closeTime',
  'por',
  'deliveryPlace',
  'destination',
  'vesselDestination',
  'voyageDestination',
  'loadedTimeDestination',
  'etdDestination',
  'atdDestination',
  'etaDestination',
  'ataDestination',
]);

/** The columns that a mode has. */
const columnsOf = <Row,>(mode: Mode | undefined, columns: InfoColumn<Row>[]): InfoColumn<Row>[] =>
  isBySea(mode) ? columns : columns.filter(({ key }) => !onlyBySea.has(key));

/** The name of a field in the words of the mode. */
function titleOf(t: Translate, mode: Mode | undefined, key: FieldName): string {
  if (isBySea(mode)) return t(`businessInfo.field.${key}`);
  if (key === 'legs') return t('businessInfo.other.legCount');
  if (key === 'carrierUrl')
    return t('businessInfo.other.carrierUrl', { carrier: modeWord(t, mode, 'carrierCode') ?? '' });
  return modeWord(t, mode, key) ?? t(`businessInfo.field.${key}`);
}

type MakeColumn = <Row>(key: FieldName, text: (row: Row) => string, more?: More<Row>) => InfoColumn<Row>;

/** Makes columns of times; `zone` is the field with the zone of their place. */
function timeMakers(column: MakeColumn) {
  /** A time whose kind follows from its name. */
  function known<Row>(key: FieldName, read: (row: Row) => EventTimes, zoneOf: (row: Row) => string | null) {
    const best = (row: Row): number | null => bestTimeOf(read(row))?.instant ?? null;
    return column<Row>(key, (row) => timeAsText(best(row), zoneOf(row)), {
      value: best,
      render: (row) => <BestTime wordless times={read(row)} zone={zoneOf(row)} />,
    });
  }
  const timeOf =
    (kind: keyof EventTimes) =>
    <Row extends object>(key: FieldName, zone: string): InfoColumn<Row> =>
      known<Row>(
        key,
        (row) => ({ [kind]: numberAt(row, key), overdue: numberAt(row, `${key}Overdue`) }),
        (row) => textAt(row, zone),
      );
  /** A time before it happens: planned where the field beside it says so. */
  const expected = <Row extends object>(key: FieldName, zone: string): InfoColumn<Row> =>
    known<Row>(
      key,
      (row) => ({
        [expectedKind(valueAt(row, `${key}Planned`))]: numberAt(row, key),
        overdue: numberAt(row, `${key}Overdue`),
      }),
      (row) => textAt(row, zone),
    );
  /** A time that is neither planned nor estimated nor actual. */
  const moment = <Row extends object>(key: FieldName, zone?: string): InfoColumn<Row> => {
    const read = (row: Row): number | null => numberAt(row, key);
    const zoneOf = (row: Row) => (zone === undefined ? undefined : textAt(row, zone));
    return column<Row>(key, (row) => timeAsText(read(row), zoneOf(row)), {
      value: read,
      render: (row) => <TimeText instant={read(row)} {...(zone === undefined ? {} : { zone: zoneOf(row) ?? null })} />,
    });
  };
  return { known, estimated: timeOf('estimated'), actual: timeOf('actual'), expected, moment };
}

/**
 * Makes columns by the names of their fields, in the words of the mode; every one can be sorted, and is as wide as its
 * name asks for at least.
 */
function useMakers(mode: Mode | undefined) {
  const t = useT();
  const lang = useLang();
  return useMemo(() => {
    function column<Row>(key: FieldName, text: (row: Row) => string, more: More<Row> = {}): InfoColumn<Row> {
      return { key, title: titleOf(t, mode, key), sortName: key, least: true, text, value: text, ...more };
    }
    /** A field of the row as it is. */
    const plain = <Row extends object>(key: FieldName, more?: More<Row>): InfoColumn<Row> =>
      column<Row>(key, (row) => textOf(valueAt(row, key)), more);
    const number = <Row extends object>(key: FieldName, read: (row: Row) => number | null, decimals = false) =>
      column<Row>(key, (row) => (decimals ? formatAmount(read(row)) : textOf(read(row))), {
        value: read,
        align: 'end',
      });
    const flag = <Row extends object>(key: FieldName): InfoColumn<Row> =>
      column<Row>(key, (row) => t(valueAt(row, key) === 1 ? 'common.yes' : 'common.no'));
    const named = <Row extends object>(key: FieldName, nameOf: (code: string | null) => string): InfoColumn<Row> =>
      column<Row>(key, (row) => nameOf(textAt(row, key)));
    /** A place by the prefix of its fields: its name with its code. */
    const place = <Row extends object>(key: FieldName, prefix: string = key): InfoColumn<Row> =>
      column<Row>(key, (row) => {
        const [code, name, nameCn] = ['Code', 'Name', 'NameCn'].map((part) => valueAt(row, `${prefix}${part}`));
        return [textOf((lang === 'zh' ? (nameCn ?? name) : name) ?? ''), textOf(code)].filter(Boolean).join(' ');
      });
    return {
      t,
      column,
      plain,
      number,
      flag,
      named,
      place,
      ...timeMakers(column),
    };
  }, [t, lang, mode]);
}

/** Names of the codes that several tables show. */
function useCodeNames() {
  const processTypes = useDict('OCEAN_PROCESS_TYPE');
  const sourceTypes = useSourceTypes();
  return useMemo(
    () => ({ processType: processTypes.nameOf, sourceIn: sourceTypes.nameIn }),
    [processTypes, sourceTypes],
  );
}

/** The columns of the bookings; the one in `current` is marked. */
export function useBookingColumns(current: string | undefined, mode: Mode | undefined): InfoColumn<Booking>[] {
  const make = useMakers(mode);
  const names = useCodeNames();
  const carriers = useCarriers();
  const directions = useDict('IN_OUT_FLAG');
  return useMemo(() => {
    const { t, column, plain, number, flag, named, estimated, actual, expected, moment, place } = make;
    const part = (row: Booking): string => t(isMain(row) ? 'businessInfo.part.main' : 'businessInfo.part.child');
    return columnsOf(mode, [
      plain('obmBkId', {
        value: ({ obmBkId }) => Number(obmBkId),
        render: ({ obmBkId }) => (
          <>
            {obmBkId}
            {obmBkId === current && <span className="pt-sr-only"> {t('businessInfo.current')}</span>}
          </>
        ),
      }),
      column('part', part, {
        render: (row) => <StatusTag tone={isMain(row) ? 'info' : 'neutral'}>{part(row)}</StatusTag>,
      }),
      plain('blNo', { copyable: true }),
      plain('ctnNo', { copyable: true }),
      named('processType', names.processType),
      column('bizSourceType', (row) => names.sourceIn(row.bizSourceType, row.mode)),
      named('carrierCode', carriers.nameOf),
      plain('custVessel'),
      plain('custVoyage'),
      place('pol'),
      place('pod'),
      expected('custEtd', 'polZone'),
      actual('atd', 'polZone'),
      expected('custEta', 'podZone'),
      actual('ata', 'podZone'),
      number('legs', ({ counts }) => counts.legs),
      number('containers', ({ counts }) => counts.containers),
      number('statuses', ({ counts }) => counts.statuses),
      flag('unionFlag'),
      flag('endFlag'),
      moment('endTime'),
      flag('isBillNo'),
      named('inOutFlag', directions.nameOf),
      plain('refrenceNo'),
      plain('tenantName'),
      plain('obmTkSubscribeId', { value: ({ obmTkSubscribeId }) => Number(obmTkSubscribeId) }),
      moment('openTime', 'polZone'),
      moment('closeTime', 'polZone'),
      place('por'),
      place('deliveryPlace'),
      place('destination'),
      plain('vesselDestination'),
      plain('voyageDestination'),
      actual('loadedTimeDestination', 'podZone'),
      estimated('etdDestination', 'podZone'),
      actual('atdDestination', 'podZone'),
      estimated('etaDestination', 'destinationZone'),
      actual('ataDestination', 'destinationZone'),
      plain('businessNo'),
      plain('packageVersion'),
      plain('carrierUrl', {
        render: ({ carrierUrl }) =>
          carrierUrl === null ? null : (
            <a className="pt-link" href={carrierUrl} target="_blank" rel="noopener noreferrer">
              {carrierUrl}
            </a>
          ),
      }),
    ]);
  }, [make, names, carriers, directions, current, mode]);
}

/** The columns of the legs. */
export function useLegColumns(mode: Mode | undefined): InfoColumn<Leg>[] {
  const make = useMakers(mode);
  return useMemo(() => {
    const { plain, number, estimated, actual, place } = make;
    return [
      number('sequence', ({ sequence }) => sequence),
      plain('vesselEn'),
      plain('voyage'),
      place('pol'),
      estimated('etd', 'polZone'),
      actual('atd', 'polZone'),
      place('pod'),
      estimated('eta', 'podZone'),
      actual('ata', 'podZone'),
      plain('obmMultiVesseId'),
    ];
  }, [make]);
}

/** The columns of the containers. */
export function useContainerColumns(mode: Mode | undefined): InfoColumn<Container>[] {
  const make = useMakers(mode);
  const names = useCodeNames();
  return useMemo(() => {
    const { column, plain, number, flag, named } = make;
    // Only containers have a size and a seal.
    const ofContainers =
      isBySea(mode) || mode === 'rail' ? [plain<Container>('sizeType'), plain<Container>('sealNo')] : [];
    return [
      plain('ctnNo', { copyable: true }),
      ...ofContainers,
      number('quantity', ({ quantity }) => quantity),
      number('grossWeight', ({ grossWeight }) => grossWeight, true),
      number('cube', ({ cube }) => cube, true),
      named('processType', names.processType),
      column('bizSourceType', (row) => names.sourceIn(row.bizSourceType, mode)),
      flag('unionFlag'),
      plain('obmDocActualContainerId'),
    ];
  }, [make, names, mode]);
}

/** Names of stages by their codes, in the language of the reader. */
function useStageNames(): (code: string | null) => string {
  const lang = useLang();
  const { data } = useCall('allStatuses', undefined, { staleTime: Infinity });
  return useMemo(() => {
    const names = new Map(
      data?.map((item) => [item.stageCode, lang === 'zh' ? item.stageName : item.stageNameEn] as const),
    );
    return (code) => (code === null ? '' : (names.get(code) ?? '…'));
  }, [data, lang]);
}

/** The columns of the milestones. */
export function useStatusColumns(mode: Mode | undefined): InfoColumn<Status>[] {
  const make = useMakers(mode);
  const lang = useLang();
  const stageOf = useStageNames();
  return useMemo(() => {
    const { column, plain, flag, known } = make;
    const zoneOf = ({ eventTimeZone }: Status): string | null => eventTimeZone;
    const nameOf = ({ statusCode, statusNameCn, statusNameEn }: Status): string =>
      `${(lang === 'zh' ? statusNameCn : statusNameEn) ?? ''} ${statusCode}`.trim();
    const placeOf = ({ eventPlace, eventPlaceDesc }: Status): string =>
      (lang === 'zh' ? (eventPlaceDesc ?? eventPlace) : eventPlace) ?? '';
    return [
      plain('containerNo', { copyable: true }),
      column('statusCode', nameOf, {
        value: ({ stageSequence, statusSequence }) => (stageSequence ?? 99) * 1000 + (statusSequence ?? 999),
      }),
      column('stageName', ({ stageCode }) => stageOf(stageCode), { value: ({ stageSequence }) => stageSequence }),
      column('port', ({ portCode }) => portCode ?? ''),
      column('eventPlace', placeOf),
      known('eventTime', timesOfStatus, zoneOf),
      known('estiEventTime', (row) => ({ ...timesOfStatus(row), actual: null, planned: null }), zoneOf),
      known('planEventTime', ({ planEventTime }) => ({ planned: planEventTime }), zoneOf),
      flag('isEsti'),
      plain('vesselName'),
      plain('voyage'),
      plain('eventTimeZone'),
      plain('operationDocumentNo'),
      flag('isActive'),
      plain('mdStatusRecordId'),
    ];
  }, [make, lang, stageOf]);
}
