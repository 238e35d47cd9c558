import { Button, Checkbox, Input, Select } from 'antd';
import { AUTO_CARRIER } from '#domain/tracking/subscription/read-import-row.ts';
import { traceIndexList } from '#lists/trace-index.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import type { Adding } from '#web/kit/dialog/TrackNumbersDialog.tsx';
import { useOpening } from '#web/kit/dialog/use-opening.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { NoSource } from '#web/kit/value/NoSource.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { isTrackable, type PastedRow, usePaste } from './use-paste.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

const MAX_REFERENCES = 200;
const directions = traceIndexList.columns.inOutFlag.values;
const tones = { certain: 'ok', likely: 'info', lessor: 'neutral', unknown: 'neutral' } as const;

/** The text as it was given, with every reference marked where it stands. */
function MarkedText({ text, rows }: { text: string; rows: readonly PastedRow[] }) {
  const t = useT();
  const parts = rows.flatMap((row, index) => {
    const before = text.slice(rows[index - 1]?.end ?? 0, row.start);
    return [
      <span key={`${row.place} before`}>{before}</span>,
      <mark key={row.place} data-problem={row.problem ?? undefined} title={row.number}>
        {text.slice(row.start, row.end)}
      </mark>,
    ];
  });
  return (
    <pre className="pt-paste-text" tabIndex={0} aria-label={t('traceIndex.marked')}>
      {parts}
      {text.slice(rows.at(-1)?.end ?? 0)}
    </pre>
  );
}

function Remark({ row }: { row: PastedRow }) {
  const t = useT();
  if (row.result !== null && row.result !== '') return <span className="pt-paste-problem">{row.result}</span>;
  if (row.noSource !== null)
    return (
      <span className="pt-paste-problem">
        {t('traceIndex.tracked')} <NoSource text={row.noSource} carrierCode={row.carrier} />
      </span>
    );
  if (row.obmTkSubscribeId !== null) return <span className="pt-muted">{t('traceIndex.tracked')}</span>;
  if (row.problem === null) return null;
  const words =
    row.problem === 'duplicate'
      ? t('traceIndex.problem.duplicate', { row: (row.repeats ?? 0) + 1 })
      : row.problem === 'tooMany'
        ? t('traceIndex.problem.tooMany', { max: MAX_REFERENCES })
        : t(`traceIndex.problem.${row.problem}`);
  return <span className="pt-paste-problem">{words}</span>;
}

type RowsProps = { rows: readonly PastedRow[]; onChange: (place: number, part: Partial<PastedRow>) => void };

function FoundRows({ rows, onChange }: RowsProps) {
  const t = useT();
  const carriers = useCarriers();
  const isRecognised = rows.some((row) => row.carrierCode === AUTO_CARRIER);
  const options = [
    ...(isRecognised ? [{ value: AUTO_CARRIER, label: t('traceIndex.autoCarrier') }] : []),
    ...carriers.options,
  ];
  return (
    <MiniTable
      label={t('traceIndex.title')}
      className="pt-paste-rows"
      columns={[
        { key: 'choice', title: '#' },
        ...(['number', 'kind', 'carrier', 'certainty', 'result'] as const).map((column) => ({
          key: column,
          title: t(`traceIndex.column.${column}`),
        })),
      ]}
      rows={rows}
      rowKey={(row) => row.place}
      cells={(row) => ({
        choice: (
          <Checkbox
            checked={row.chosen}
            disabled={!isTrackable(row)}
            aria-label={t('traceIndex.choose', { number: row.number })}
            onChange={({ target }) => onChange(row.place, { chosen: target.checked })}
          >
            {row.place + 1}
          </Checkbox>
        ),
        number: { content: row.number, className: 'pt-mono' },
        kind: t(`traceIndex.kind.${row.kind}`),
        carrier: row.kind !== 'airWaybill' && (
          <Select
            size="small"
            className="pt-paste-carrier"
            aria-label={`${t('traceIndex.column.carrier')} ${row.number}`}
            value={row.carrier}
            disabled={!isTrackable(row)}
            status={row.chosen && row.carrier === null ? 'error' : ''}
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            onChange={(carrier: string) => onChange(row.place, { carrier })}
          />
        ),
        certainty: <StatusTag tone={tones[row.certainty]}>{t(`traceIndex.certainty.${row.certainty}`)}</StatusTag>,
        result: <Remark row={row} />,
      })}
    />
  );
}

/** Any text is read for references; those that are chosen are tracked. */
export function PasteDialog({ open, pasted, onClose, onTracked }: Adding) {
  const t = useT();
  const lang = useLang();
  const paste = usePaste(onTracked);
  const { chosen, read, rows, text } = paste;
  useOpening(open, () => {
    if (pasted === undefined) return;
    paste.setText(pasted);
    void paste.recognise(pasted);
  });
  const close = (): void => {
    paste.reset();
    onClose();
  };
  const track = async (): Promise<void> => {
    if (chosen.length === 0) return toast.info(t('traceIndex.none'));
    if (chosen.some(({ carrier }) => carrier === null)) return toast.info(t('traceIndex.noCarrier'));
    try {
      if (await paste.track()) close();
    } catch (error) {
      toast.failure(error, t('traceIndex.subscribeFailed'));
    }
  };
  return (
    <AppDialog
      open={open}
      title={t('traceIndex.title')}
      width="min(1080px, 94vw)"
      dirty={text !== ''}
      onCancel={close}
      onOk={track}
      okText={t('traceIndex.subscribe', { count: chosen.length })}
      okDisabled={chosen.length === 0}
      okFocused={pasted !== undefined && pasted === text}
    >
      <p className="pt-muted">{t('traceIndex.hint', { max: MAX_REFERENCES })}</p>
      <Input.TextArea
        aria-label={t('traceIndex.text')}
        rows={6}
        maxLength={100_000}
        value={text}
        onChange={({ target }) => paste.setText(target.value)}
      />
      <div className="pt-paste-acts">
        <Button type="primary" disabled={text.trim() === ''} onClick={() => void paste.recognise()}>
          {t('traceIndex.recognise')}
        </Button>
        <span>{t('traceIndex.direction')}</span>
        <Select
          size="small"
          className="pt-paste-carrier"
          aria-label={t('traceIndex.direction')}
          allowClear
          placeholder={t('traceIndex.directionOpen')}
          value={paste.direction}
          options={(['E', 'I'] as const).map((value) => ({ value, label: `${value} ${directions[value][lang]}` }))}
          onChange={(next: 'E' | 'I' | undefined) => paste.setDirection(next)}
        />
      </div>
      {read !== undefined && rows.length === 0 && <p>{t('traceIndex.nothing')}</p>}
      {read !== undefined && rows.length > 0 && (
        <>
          <MarkedText text={read.text} rows={rows} />
          <FoundRows rows={rows} onChange={paste.change} />
        </>
      )}
    </AppDialog>
  );
}
