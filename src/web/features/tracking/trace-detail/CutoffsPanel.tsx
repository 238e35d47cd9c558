import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { cutoffCodes } from '#shared/reference/cutoff-codes.ts';
import { durationText } from '#shared/time/duration.ts';
import { callFull } from '#web/base/client.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { CutOffStrip } from '#web/kit/chart/CutOffStrip.tsx';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { EmptyState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { placeTimeStr, zoneOfPlace } from '#shared/time/place-time.ts';
import { type CutoffRow, cutoffRows, type EnteredCutoff as Cutoff } from './cutoff-rows.ts';
import { instantOf } from './cutoff-time.ts';
import { Sourced } from './Sourced.tsx';
import { textAt } from '#web/kit/value/loose-row.ts';
import { useTrace } from './trace-context.ts';
import { useSourceNames } from './use-source-names.ts';

type Entered = { code: Cutoff['code']; time: string; paper: string };

const SOON_MS = 24 * 3_600_000;

function Left({ time, now }: { time: number; now: number }) {
  const t = useT();
  const isOver = time <= now;
  const length = durationText(Math.abs(time - now), useLang());
  const tone = isOver ? 'neutral' : time - now < SOON_MS ? 'warn' : 'info';
  return (
    <StatusTag tone={tone}>
      {t(isOver ? 'traceSharing.cutoff.over' : 'traceSharing.cutoff.left', { time: length })}
    </StatusTag>
  );
}

/** Who says so: the person who wrote it, and what sources tell with everybody's words behind it. */
function Origin({ row: { entered, reported }, zone }: { row: CutoffRow; zone: string | null }) {
  const t = useT();
  const sourceName = useSourceNames();
  const source = reported === undefined ? '' : sourceName(reported.sourceCode);
  return (
    <>
      {entered !== undefined &&
        (entered.paper === ''
          ? t('traceSharing.cutoff.sourceless', { user: entered.setterCode })
          : t('traceSharing.cutoff.source', { paper: entered.paper, user: entered.setterCode }))}
      {reported !== undefined && (
        <Sourced path={reported.path} zone={zone}>
          {entered === undefined ? (
            t('traceSharing.cutoff.told', { source })
          ) : (
            <>
              {' · '}
              {t('traceSharing.cutoff.toldBeside', { source })} <TimeText instant={reported.time} zone={zone} />
            </>
          )}
        </Sourced>
      )}
    </>
  );
}

type DialogProps = { editing: CutoffRow | 'new' | undefined; zone: string; onClose: () => void };

function CutoffDialog({ editing, zone, onClose }: DialogProps) {
  const t = useT();
  const client = useQueryClient();
  const { booking } = useTrace();
  const [form] = Form.useForm<Entered>();
  const known = editing === 'new' ? undefined : editing;
  const save = async (time: number | null, code: Cutoff['code'], paper: string): Promise<void> => {
    try {
      const { msg } = await callFull('traceCutoffSave', { obmBkId: booking.obmBkId, code, time, paper });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('traceSharing.cutoff.saveFailed'));
      throw error;
    }
    await client.invalidateQueries({ queryKey: ['traceCutoffs'] });
    onClose();
  };
  const submit = async (): Promise<void> => {
    const { code, time, paper } = await form.validateFields();
    await save(instantOf(time, zone) ?? null, code, paper ?? '');
  };
  return (
    <AppDialog
      title={t('traceSharing.cutoff.add')}
      open={editing !== undefined}
      width={460}
      okText={t('traceSharing.cutoff.save')}
      onOk={submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        key={known?.code ?? 'new'}
        layout="vertical"
        preserve={false}
        initialValues={
          known === undefined
            ? { code: 'DCO', paper: '' }
            : {
                code: known.code,
                time: placeTimeStr(known.time, zone).slice(0, 16),
                paper: known.entered?.paper ?? '',
              }
        }
      >
        <Form.Item name="code" label={t('traceSharing.cutoff.kind')}>
          <Select
            disabled={known !== undefined}
            options={cutoffCodes.map((code) => ({ value: code, label: t(`value.cutoff.${code}`) }))}
          />
        </Form.Item>
        <Form.Item
          name="time"
          label={t('traceSharing.cutoff.time')}
          extra={t('traceSharing.cutoff.timeHint')}
          rules={[
            {
              validator: (_rule, text: string | undefined) =>
                instantOf(text ?? '', zone) === undefined
                  ? Promise.reject(new Error(t('traceSharing.cutoff.wrongTime')))
                  : Promise.resolve(),
            },
          ]}
        >
          <Input autoComplete="off" placeholder="yyyy-MM-dd HH:mm" />
        </Form.Item>
        <Form.Item name="paper" label={t('traceSharing.cutoff.paper')}>
          <Input maxLength={200} autoComplete="off" placeholder={t('traceSharing.cutoff.paperExample')} />
        </Form.Item>
      </Form>
      {known?.entered !== undefined && (
        <Button danger size="small" onClick={() => void save(null, known.code, '').catch(() => undefined)}>
          {t('traceSharing.cutoff.remove')}
        </Button>
      )}
    </AppDialog>
  );
}

/** Until when what has to be done before loading: with a countdown, and the paper each was taken from. */
export function CutoffsPanel() {
  const t = useT();
  const { booking, asOf, now, provenance, legs } = useTrace();
  const mayWrite = useMayCall('traceCutoffSave') && asOf === null;
  const [editing, setEditing] = useState<CutoffRow | 'new'>();
  const query = useCall('traceCutoffs', { obmBkId: booking.obmBkId });
  // Cut-offs of the shipment itself are here before the answer: they are in the time of the port too.
  const zone = query.data?.zone ?? textAt(booking, 'polZone');
  const cutoffs = cutoffRows(query.data?.cutoffs ?? [], provenance, asOf);
  return (
    <>
      {cutoffs.length === 0 && query.isPending && <LoadingState />}
      {cutoffs.length === 0 && !query.isPending && (
        <EmptyState
          title={t('traceSharing.cutoff.none')}
          {...(mayWrite ? { text: t('traceSharing.cutoff.noneText') } : {})}
        />
      )}
      {cutoffs.length > 0 && (
        <CutOffStrip
          cutOffs={cutoffs}
          departure={legs[0]?.atd ?? legs[0]?.etd ?? undefined}
          zone={zone ?? null}
          now={now}
        />
      )}
      <ul className="pt-cutoffs">
        {cutoffs.map((cutoff) => (
          <li key={cutoff.code}>
            <b>{t(`value.cutoff.${cutoff.code}`)}</b> <TimeText instant={cutoff.time} zone={zone} />{' '}
            <Left time={cutoff.time} now={now} />
            <div className="pt-muted">
              <Origin row={cutoff} zone={zone} />{' '}
              {mayWrite && (
                <Button size="small" type="link" onClick={() => setEditing(cutoff)}>
                  {t('traceSharing.cutoff.edit')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <Button size="small" onClick={() => setEditing('new')}>
          {t('traceSharing.cutoff.add')}
        </Button>
      )}
      <CutoffDialog editing={editing} zone={zoneOfPlace(zone)} onClose={() => setEditing(undefined)} />
    </>
  );
}
