import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { maxCauseRemark } from '#domain/exceptions/causes.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import type { Named } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { CauseDraft, StatusDraft } from './form-state.ts';

let serial = 0;
/** A key for a row that the server does not know yet. */
const newKey = (): string => `new-${++serial}`;

const matches = (text: string, option: Named | undefined): boolean =>
  `${option?.label} ${option?.value}`.toLowerCase().includes(text.trim().toLowerCase());

/** A choice of one code; while it is known under no name, the code itself is shown. */
function CodeSelect(props: {
  value: string;
  options: Named[];
  label: string;
  placeholder: string;
  invalid: boolean;
  disabled: boolean;
  autoFocus: boolean;
  onChange: (code: string) => void;
}) {
  return (
    <Select<string, Named>
      size="small"
      className="pt-handle-select"
      aria-label={props.label}
      aria-invalid={props.invalid}
      placeholder={props.placeholder}
      value={props.value === '' ? null : props.value}
      status={props.invalid ? 'error' : ''}
      disabled={props.disabled}
      autoFocus={props.autoFocus}
      options={props.options}
      popupMatchSelectWidth={260}
      showSearch={{ filterOption: matches }}
      onChange={props.onChange}
    />
  );
}

function Recorded({ who, at }: { who?: string | null | undefined; at?: number | null | undefined }) {
  const t = useT();
  if (at == null) return <span className="pt-handle-unsaved">{t('exceptionHandle.unsaved')}</span>;
  return (
    <span className="pt-handle-recorded">
      {who} <TimeText instant={at} short />
    </span>
  );
}

/** Ticked rows of a small table, and how they are deleted: ask, take out, offer to undo. */
function useTicks<Row extends { key: string }>(
  rows: readonly Row[],
  onRows: (change: (current: readonly Row[]) => readonly Row[]) => void,
  content: string,
) {
  const t = useT();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => ticked.has(row.key));
  const remove = async (): Promise<void> => {
    if (chosen.length === 0) {
      toast.warn(t('exceptionHandle.tick'));
      return;
    }
    const yes = await confirm({
      title: t('exceptionHandle.deleteTitle', { count: chosen.length }),
      content,
      okText: t('common.delete'),
      danger: true,
    });
    if (!yes) return;
    const gone = new Set(chosen.map((row) => row.key));
    const before = rows;
    onRows((current) => current.filter((row) => !gone.has(row.key)));
    setTicked(new Set());
    const undo = (): void =>
      onRows((current) => {
        const left = new Map(current.map((row) => [row.key, row]));
        const known = new Set(before.map((row) => row.key));
        return [
          ...before.flatMap((row) => left.get(row.key) ?? (gone.has(row.key) ? row : [])),
          ...current.filter((row) => !known.has(row.key)),
        ];
      });
    toast.info(t('exceptionHandle.removed', { count: chosen.length }), {
      action: { label: t('exceptionHandle.undo'), run: undo },
    });
  };
  const tick = (key: string, on: boolean): void =>
    setTicked((current) => new Set(on ? [...current, key] : [...current].filter((item) => item !== key)));
  const tickAll = (on: boolean): void => setTicked(new Set(on ? rows.map((row) => row.key) : []));
  const all = rows.length > 0 && chosen.length === rows.length;
  return { ticked, tick, tickAll, all, some: chosen.length > 0 && !all, remove };
}

type Ticks = ReturnType<typeof useTicks>;

function TickAll({ ticks, disabled }: { ticks: Ticks; disabled: boolean }) {
  const t = useT();
  return (
    <Checkbox
      aria-label={t('exceptionHandle.tickAll')}
      checked={ticks.all}
      indeterminate={ticks.some}
      disabled={disabled}
      onChange={(event) => ticks.tickAll(event.target.checked)}
    />
  );
}

type CardProps = {
  title: string;
  hint?: ReactNode;
  addText: string;
  deleteText: string;
  readOnly: boolean;
  canAdd: boolean;
  onAdd: () => void;
  onDelete: () => void;
  children: ReactNode;
};

function Card(props: CardProps) {
  return (
    <section className="pt-handle-card" aria-label={props.title}>
      <div className="pt-handle-card-head">
        <h2>{props.title}</h2>
        <span className="pt-muted pt-handle-hint">{props.hint}</span>
        {!props.readOnly && (
          <>
            <Button size="small" icon={<PlusOutlined />} disabled={!props.canAdd} onClick={props.onAdd}>
              {props.addText}
            </Button>
            <Button size="small" icon={<DeleteOutlined />} onClick={props.onDelete}>
              {props.deleteText}
            </Button>
          </>
        )}
      </div>
      {props.children}
    </section>
  );
}

type CausesProps = {
  causes: readonly CauseDraft[];
  onCauses: (change: (current: readonly CauseDraft[]) => readonly CauseDraft[]) => void;
  selected: string | undefined;
  onSelect: (key: string) => void;
  types: Named[];
  doneName: (code: string) => string;
  showProblems: boolean;
  readOnly: boolean;
};

type HeadProps = { ticks: Ticks; isEmpty: boolean; readOnly: boolean };

function CausesHead({ ticks, isEmpty, readOnly }: HeadProps) {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col" className="pt-handle-tick">
          <TickAll ticks={ticks} disabled={readOnly || isEmpty} />
        </th>
        <th scope="col" className="pt-handle-type" data-required={!readOnly}>
          {t('exceptionHandle.type')}
        </th>
        <th scope="col">{t('exceptionHandle.causeRemark')}</th>
        <th scope="col" className="pt-handle-done">
          {t('exceptionHandle.done')}
        </th>
        <th scope="col" className="pt-handle-by">
          {t('exceptionHandle.recorded')}
        </th>
      </tr>
    </thead>
  );
}

type RemarkProps = { row: number; value: string; disabled: boolean; onChange: (remark: string) => void };

/** The remark of a cause; spaces around it go when it is left. */
function RemarkInput({ row, value, disabled, onChange }: RemarkProps) {
  const t = useT();
  return (
    <Input
      size="small"
      aria-label={`${t('exceptionHandle.causeRemark')} ${row}`}
      placeholder={t('exceptionHandle.causeRemarkHint')}
      value={value}
      maxLength={maxCauseRemark}
      disabled={disabled}
      title={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => onChange(event.target.value.trim())}
    />
  );
}

/** Why the exception came about: one row per cause; the row being worked on is the one of the table below. */
export function CausesTable(props: CausesProps) {
  const { causes, onCauses, selected, onSelect, types, doneName, showProblems, readOnly } = props;
  const t = useT();
  const ticks = useTicks(causes, onCauses, t('exceptionHandle.deleteCauseContent'));
  const [added, setAdded] = useState<string>();
  const add = (): void => {
    const key = newKey();
    setAdded(key);
    onCauses((current) => [...current, { key, typeCode: '', remark: '', statuses: [] }]);
    onSelect(key);
  };
  const change = (key: string, parts: Partial<CauseDraft>): void =>
    onCauses((current) => current.map((cause) => (cause.key === key ? { ...cause, ...parts } : cause)));
  return (
    <Card
      title={t('exceptionHandle.causes')}
      hint={causes.length > 0 && !readOnly ? t('exceptionHandle.causesHint') : undefined}
      addText={t('exceptionHandle.addCause')}
      deleteText={t('exceptionHandle.deleteCauses')}
      readOnly={readOnly}
      canAdd
      onAdd={add}
      onDelete={() => void ticks.remove()}
    >
      <table className="pt-mini pt-handle-table">
        <CausesHead ticks={ticks} isEmpty={causes.length === 0} readOnly={readOnly} />
        <tbody>
          {causes.map((cause, index) => {
            const row = index + 1;
            const done = cause.statuses.filter((status) => status.code !== '').map((status) => doneName(status.code));
            return (
              <tr
                key={cause.key}
                aria-current={cause.key === selected || undefined}
                onClick={() => onSelect(cause.key)}
                onFocus={() => onSelect(cause.key)}
              >
                <td>
                  <Checkbox
                    aria-label={t('exceptionHandle.tickRow', { row })}
                    checked={ticks.ticked.has(cause.key)}
                    disabled={readOnly}
                    onChange={(event) => ticks.tick(cause.key, event.target.checked)}
                  />
                </td>
                <td>
                  <CodeSelect
                    value={cause.typeCode}
                    options={types}
                    label={`${t('exceptionHandle.type')} ${row}`}
                    placeholder={t('exceptionHandle.chooseType')}
                    invalid={showProblems && cause.typeCode === ''}
                    disabled={readOnly}
                    autoFocus={added === cause.key}
                    onChange={(typeCode) => change(cause.key, { typeCode })}
                  />
                </td>
                <td>
                  <RemarkInput
                    row={row}
                    value={cause.remark}
                    disabled={readOnly}
                    onChange={(remark) => change(cause.key, { remark })}
                  />
                </td>
                <td title={done.join('\n')}>
                  <span className="pt-handle-clip">{done.join(' · ') || <span className="pt-muted">—</span>}</span>
                </td>
                <td>
                  <Recorded who={cause.who} at={cause.at} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {causes.length === 0 && <p className="pt-handle-none">{t('exceptionHandle.causesEmpty')}</p>}
    </Card>
  );
}

type StatusesProps = {
  cause: CauseDraft | undefined;
  row: number;
  typeName: string;
  choices: readonly Named[];
  onStatuses: (change: (current: readonly StatusDraft[]) => readonly StatusDraft[]) => void;
  showProblems: boolean;
  readOnly: boolean;
};

/** What was done about the cause that is worked on. */
export function StatusesTable({ cause, row, typeName, choices, onStatuses, showProblems, readOnly }: StatusesProps) {
  const t = useT();
  const statuses = cause?.statuses ?? [];
  const ticks = useTicks(statuses, onStatuses, t('exceptionHandle.deleteContent'));
  const [added, setAdded] = useState<string>();
  const add = (): void => {
    const key = newKey();
    setAdded(key);
    onStatuses((current) => [...current, { key, code: '' }]);
  };
  const used = new Set(statuses.map((status) => status.code));
  return (
    <Card
      title={t('exceptionHandle.statuses')}
      hint={cause === undefined ? undefined : t('exceptionHandle.statusesOf', { row, type: typeName || '—' })}
      addText={t('exceptionHandle.addStatus')}
      deleteText={t('exceptionHandle.deleteStatuses')}
      readOnly={readOnly}
      canAdd={cause !== undefined}
      onAdd={add}
      onDelete={() => void ticks.remove()}
    >
      <table className="pt-mini pt-handle-table">
        <thead>
          <tr>
            <th scope="col" className="pt-handle-tick">
              <TickAll ticks={ticks} disabled={readOnly || statuses.length === 0} />
            </th>
            <th scope="col" data-required={!readOnly}>
              {t('exceptionHandle.doneWhat')}
            </th>
            <th scope="col" className="pt-handle-by">
              {t('exceptionHandle.recorded')}
            </th>
          </tr>
        </thead>
        <tbody>
          {statuses.map((status, index) => (
            <tr key={status.key}>
              <td>
                <Checkbox
                  aria-label={t('exceptionHandle.tickRow', { row: index + 1 })}
                  checked={ticks.ticked.has(status.key)}
                  disabled={readOnly}
                  onChange={(event) => ticks.tick(status.key, event.target.checked)}
                />
              </td>
              <td>
                <CodeSelect
                  value={status.code}
                  // One thing is recorded once per cause: what is taken is not offered again.
                  options={choices.filter(({ value }) => value === status.code || !used.has(value))}
                  label={`${t('exceptionHandle.doneWhat')} ${index + 1}`}
                  placeholder={t('exceptionHandle.chooseDone')}
                  invalid={showProblems && status.code === ''}
                  disabled={readOnly}
                  autoFocus={added === status.key}
                  onChange={(code) =>
                    onStatuses((current) => current.map((item) => (item.key === status.key ? { ...item, code } : item)))
                  }
                />
              </td>
              <td>
                <Recorded who={status.who} at={status.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {statuses.length === 0 && (
        <p className="pt-handle-none">
          {t(cause === undefined ? 'exceptionHandle.statusesNoCause' : 'exceptionHandle.statusesEmpty')}
        </p>
      )}
    </Card>
  );
}
