import { Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormError, FormRow } from '#web/kit/dialog/FormRow.tsx';
import { useOpening } from '#web/kit/dialog/use-opening.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { HandleFields, type Person, PersonField } from './HandleFields.tsx';
import { exceptionId, type ExceptionRow } from './row-rules.ts';
import { type Act, type ActOn, useIncidentAct } from './use-incident-act.ts';

/** What a dialog does to a whole incident. */
export type ActKind = 'assign' | 'handle' | 'comment' | 'snooze';

type Props = {
  /** What it is about, as people read it. */
  about: string;
  on: ActOn;
  /** Open exceptions it concerns. */
  count: number;
  kind: ActKind;
  /** What was read: when, or the version of each; what changed since is left alone. */
  seen: Pick<Act, 'seenAt' | 'versions'>;
  open: boolean;
  onClose: () => void;
};

type Draft = { person?: Person; status?: string; text: string; hours: string };
const empty: Draft = { text: '', hours: '' };

/** Longest times aside in hours; '' = only until it gets worse. */
const snoozeHours = ['', '4', '24', '72', '168'] as const;
const maxComment = 2000;
const hourMs = 3_600_000;

function SnoozeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const label = (hours: string): string => {
    if (hours === '') return t('exceptionIncidents.dialog.untilWorse');
    const count = Number(hours);
    return count < 24
      ? t('exceptionIncidents.dialog.hours', { count })
      : t('exceptionIncidents.dialog.days', { count: count / 24 });
  };
  return (
    <>
      <FormRow label={t('exceptionIncidents.dialog.until')}>
        <Select<string>
          autoFocus
          aria-label={t('exceptionIncidents.dialog.until')}
          value={value}
          options={snoozeHours.map((hours) => ({ value: hours, label: label(hours) }))}
          onChange={onChange}
        />
      </FormRow>
      <p className="pt-note">{t('exceptionIncidents.dialog.snoozeNote')}</p>
    </>
  );
}

function Fields({
  kind,
  draft,
  onChange,
  missing,
}: {
  kind: ActKind;
  draft: Draft;
  onChange: (next: Draft) => void;
  missing: boolean;
}) {
  const t = useT();
  if (kind === 'handle')
    return (
      <HandleFields
        status={draft.status}
        remark={draft.text}
        missing={missing}
        onStatus={(status) => onChange({ ...draft, status })}
        onRemark={(text) => onChange({ ...draft, text })}
      />
    );
  if (kind === 'snooze') return <SnoozeField value={draft.hours} onChange={(hours) => onChange({ ...draft, hours })} />;
  if (kind === 'comment')
    return (
      <>
        <Input.TextArea
          autoFocus
          aria-label={t('exceptionIncidents.dialog.commentText')}
          value={draft.text}
          rows={4}
          maxLength={maxComment}
          showCount
          status={missing ? 'error' : ''}
          onChange={(event) => onChange({ ...draft, text: event.target.value })}
        />
        <FormError text={missing ? t('exceptionIncidents.dialog.commentRequired') : undefined} />
      </>
    );
  return (
    <PersonField
      person={draft.person}
      missing={missing}
      onChange={(person) => onChange({ text: draft.text, hours: draft.hours, ...(person && { person }) })}
    />
  );
}

/** What a draft asks for; undefined while something that is needed is missing. */
function actOf(kind: ActKind, draft: Draft, requestKey: string): Act | undefined {
  switch (kind) {
    case 'assign':
      return draft.person && { action: 'assign', chargeCode: draft.person.value };
    case 'handle':
      return draft.status === undefined
        ? undefined
        : { action: 'handle', handleStatus: draft.status, handleRemark: draft.text.trim() };
    case 'comment':
      return draft.text.trim() === '' ? undefined : { action: 'comment', comment: draft.text.trim(), requestKey };
    case 'snooze':
      return { action: 'snooze', ...(draft.hours !== '' && { snoozeForMs: Number(draft.hours) * hourMs }) };
  }
}

const missingTexts = {
  assign: 'exceptionManage.dialog.choosePerson',
  handle: 'exceptionManage.dialog.chooseStatus',
  comment: 'exceptionIncidents.dialog.commentRequired',
  snooze: 'exceptionIncidents.dialog.failed',
} as const;

/** Does one thing to all open exceptions of an incident, or to some exceptions. */
export function IncidentActDialog({ about, on, count, kind, seen, open, onClose }: Props) {
  const t = useT();
  const act = useIncidentAct();
  const whole = 'incidentId' in on;
  const [draft, setDraft] = useState<Draft>(empty);
  const [missing, setMissing] = useState(false);
  const requestKey = useRef('');
  useOpening(open, () => {
    setDraft(empty);
    setMissing(false);
    requestKey.current = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  });

  const save = async (): Promise<void> => {
    const wanted = actOf(kind, draft, requestKey.current);
    if (wanted === undefined) {
      setMissing(true);
      throw new Error(t(missingTexts[kind]));
    }
    if (await act(on, { ...wanted, ...seen })) onClose();
    else throw new Error(t('exceptionIncidents.dialog.failed'));
  };

  return (
    <AppDialog
      open={open}
      title={t(
        whole
          ? `exceptionIncidents.dialog.${kind}`
          : `exceptionIncidents.action.${kind === 'handle' ? 'update' : kind}`,
      )}
      width={500}
      dirty={draft !== empty}
      onOk={save}
      onCancel={onClose}
    >
      <p className="pt-why">{about}</p>
      {whole && <p className="pt-muted">{t('exceptionIncidents.dialog.scope', { count: formatCount(count) })}</p>}
      <Fields
        kind={kind}
        draft={draft}
        missing={missing}
        onChange={(next) => {
          setDraft(next);
          setMissing(false);
        }}
      />
    </AppDialog>
  );
}

type SnoozeProps = { open: boolean; ids: readonly string[]; rows: readonly ExceptionRow[]; onClose: () => void };

const nameOf = ({ obmAutotestResult: { blNo, ctnNo, testPurposeName } }: ExceptionRow): string =>
  [blNo ?? ctnNo, testPurposeName].filter(Boolean).join(' ');

/** Puts exceptions aside, as long as they are as they were seen. */
export function SnoozeDialog({ open, ids, rows, onClose }: SnoozeProps) {
  return (
    <IncidentActDialog
      about={rows.map(nameOf).join(' · ')}
      on={{ ids: [...ids] }}
      count={ids.length}
      kind="snooze"
      seen={{
        versions: Object.fromEntries(rows.map((row) => [exceptionId(row), row.obmAutotestResult.recordVersion])),
      }}
      open={open}
      onClose={onClose}
    />
  );
}
