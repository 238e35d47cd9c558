import { Input } from 'antd';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { modes } from '#domain/tracking/journey/mode.ts';
import { isOneOf } from '#shared/values/objects.ts';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { traceRoutes } from '#contract/tracking/trace-routes.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import type { TimeKind } from '#web/kit/value/known-time.ts';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { useSourceText } from '#web/kit/value/use-source-text.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { portText } from '#web/list/port-filter.tsx';
import { SeenValue } from './SeenValue.tsx';
import './events.css';

type Event = CallData<'shipmentEventGet'>;
type Act = Event['acts'][number];

const tones = { new: 'warn', confirmed: 'info', closed: 'neutral' } as const;

/** Where the shipment of an event is tracked. */
export const trackHref = ({ bkId, mode }: { bkId: string | null; mode: string }): string | undefined => {
  const route = isOneOf(modes, mode) ? traceRoutes[mode] : undefined;
  return bkId === null || route === undefined ? undefined : makeHref(route, { obmBkId: bkId });
};

function History({ event }: { event: Event }) {
  const t = useT();
  return (
    <ol className="pt-events-history">
      {event.noteList.map((note, index) => (
        <li key={index}>
          <TimeText instant={note.time} /> <strong>{t(`events.note.${note.kind}`)}</strong>{' '}
          {note.actorName !== 'system' && <span className="pt-muted">{note.actorName}</span>}
          {(note.text ?? note.reason) !== null && <p>{note.text ?? note.reason}</p>}
        </li>
      ))}
    </ol>
  );
}

function EventFacts({ event }: { event: Event }) {
  const t = useT();
  const lang = useLang();
  const carriers = useCarriers();
  const sourceText = useSourceText();
  const statedOf = (name: string): string | undefined => {
    const source = event.said[name];
    return source && sourceText(source);
  };
  const atPort = (kind: TimeKind, name: string, instant: number | null) => (
    <PlanTime kind={kind} instant={instant} zone={event.portZone} wordless source={statedOf(name)} />
  );
  const track = trackHref(event);
  const portOf = (code: string | null, name: string | null, nameCn: string | null): string =>
    code === null ? '—' : portText(code, name, nameCn, lang);
  return (
    <Facts>
      <Fact label={t('events.fact.type')}>{lang === 'zh' ? event.typeName : event.typeNameEn}</Fact>
      <Fact label={t('events.fact.severity')}>
        <SeverityMark severity={event.severity} />
      </Fact>
      <Fact label={t('events.fact.reference')} copy={event.referenceNo}>
        {track === undefined ? (
          event.referenceNo
        ) : (
          <GoLink className="pt-link" href={track}>
            {event.referenceNo}
          </GoLink>
        )}
      </Fact>
      <Fact label={t('events.fact.carrier')}>{carriers.nameOf(event.carrierCode)}</Fact>
      <Fact label={t('events.fact.vessel')} source={statedOf('vesselName')}>
        {[event.vesselName, event.voyage].filter(Boolean).join(' / ')}
      </Fact>
      <Fact label={t('events.fact.route')} source={statedOf('podCode') ?? statedOf('polCode')}>
        {event.polCode === null && event.podCode === null
          ? null
          : `${portOf(event.polCode, event.polName, event.polNameCn)} → ${portOf(event.podCode, event.podName, event.podNameCn)}`}
      </Fact>
      <Fact label={t('events.fact.port')} source={statedOf('portCode')}>
        {event.portCode === null ? null : portOf(event.portCode, event.portName, event.portNameCn)}
      </Fact>
      <Fact label={t('events.fact.stage')}>{t(`events.stage.${event.stage}`)}</Fact>
      <Fact label={t('events.fact.planned')}>{atPort('planned', 'plannedTime', event.plannedTime)}</Fact>
      <Fact label={t('events.fact.estimated')}>{atPort('estimated', 'estimatedTime', event.estimatedTime)}</Fact>
      <Fact label={t('events.fact.actual')}>{atPort('actual', 'actualTime', event.actualTime)}</Fact>
      <Fact label={t('events.fact.delay')} source={statedOf('delayHours')}>
        {event.delayHours === null ? null : t('events.hours', { n: event.delayHours })}
      </Fact>
      <Fact label={t('events.fact.owner')}>{event.ownerName}</Fact>
      <Fact label={t('events.fact.opened')}>
        <TimeText instant={event.openTime} />
      </Fact>
      <Fact label={t('events.fact.due')}>
        <TimeText instant={event.dueTime} />{' '}
        {event.state !== 'closed' && event.dueTime < event.now && (
          <StatusTag tone="danger">{t('events.overdue')}</StatusTag>
        )}
      </Fact>
      {event.closeTime !== null && (
        <Fact label={t('events.fact.closed')}>
          <TimeText instant={event.closeTime} />
        </Fact>
      )}
      {event.resolution !== null && <Fact label={t('events.fact.why')}>{event.resolution}</Fact>}
    </Facts>
  );
}

function Body({ event }: { event: Event }) {
  const t = useT();
  const lang = useLang();
  const sourceText = useSourceText();
  return (
    <>
      <EventFacts event={event} />
      <Section title={t('events.values')}>
        <Facts>
          {event.valueList.map((seen) => {
            const source = seen.said === null ? undefined : sourceText(seen.said);
            return (
              <Fact key={seen.field} label={lang === 'zh' ? seen.fieldName : seen.fieldNameEn} source={source}>
                <SeenValue value={seen.value} type={seen.fieldType} unit={seen.unit} zone={seen.zone} />
                {source !== undefined && <small className="pt-events-source">{source}</small>}
              </Fact>
            );
          })}
        </Facts>
      </Section>
      <Section title={t('events.openExceptions')}>
        {event.exceptionList.length === 0 ? (
          <p className="pt-muted">{t('events.noExceptions')}</p>
        ) : (
          <ul className="pt-events-history">
            {event.exceptionList.map((one) => (
              <li key={one.exceptionId}>
                <SeverityMark severity={one.severity} />{' '}
                <GoLink
                  className="pt-link"
                  href={makeHref('/exception-manage', { obmAutotestResultId: one.exceptionId })}
                >
                  {one.typeName}
                </GoLink>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('events.history')}>
        <History event={event} />
      </Section>
    </>
  );
}

type Props = { id: string | undefined; open: boolean; onClose: () => void };

/** An event to read, with the values it saw and its history, and what can be done now. */
export function EventDrawer({ id, open, onClose }: Props) {
  const t = useT();
  const lang = useLang();
  const client = useQueryClient();
  const [comment, setComment] = useState('');
  const query = useCall(
    'shipmentEventGet',
    { shipmentEventId: id ?? '' },
    { enabled: open && id !== undefined, staleTime: 0, keep: true },
  );
  useLiveRefetch('event', 'shipmentEventGet');
  const event = query.data;
  // The version that was read is sent once: a second press would be refused as somebody else's.
  const { run: act } = useOnce(async (which: Act): Promise<void> => {
    if (event === undefined) return;
    const { shipmentEventId, recordVersion } = event;
    try {
      const { msg } = await callFull('shipmentEventAct', { shipmentEventId, recordVersion, act: which, comment });
      toast.success(msg);
      setComment('');
    } catch (error) {
      toast.failure(error, t('events.failed'));
    }
    await Promise.all(
      ['shipmentEvent.list', 'shipmentEventGet', 'eventBoard'].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  });
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      title={event === undefined ? t('events.title') : lang === 'zh' ? event.itemName : event.itemNameEn}
      mark={event && <StatusTag tone={tones[event.state]}>{t(`events.state.${event.state}`)}</StatusTag>}
      actions={(event?.acts ?? []).map((one) => ({
        key: one,
        label: t(`events.act.${one}`),
        primary: one === 'confirm',
        run: () => act(one),
      }))}
    >
      <Loaded query={query}>{(loaded) => <Body event={loaded} />}</Loaded>
      <label className="pt-events-comment">
        <span>{t('events.commentLabel')}</span>
        <Input.TextArea rows={2} maxLength={1000} value={comment} onChange={({ target }) => setComment(target.value)} />
      </label>
    </DetailDrawer>
  );
}
