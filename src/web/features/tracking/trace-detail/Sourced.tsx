import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { parsePath } from '#domain/intake/fusion/paths.ts';
import { zoneOfUnknownPlace } from '#shared/time/zone.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { whyValue } from '#domain/tracking/why/why.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import { attributeLabel } from '#web/kit/value/attribute-label.ts';
import { ProvenancePopover } from '#web/kit/value/ProvenancePopover.tsx';
import { subjectOf } from '#web/kit/value/evidence-path.ts';
import { TimeAtPath } from '#web/kit/value/PlanTime.tsx';
import { useWhyText } from '#web/why/WhyLine.tsx';
import { usePlaceName, useTrace } from './trace-context.ts';

const CorrectDialog = late(async () => (await import('#web/expert/CorrectDialog.tsx')).CorrectDialog);

type Props = {
  /** Path of the value's provenance, such as `booking.eta`. */
  path: string;
  /** Zone that claimed times are shown in. */
  zone?: string | null;
  /** Claimed values are port codes. */
  place?: boolean;
  children: ReactNode;
};

const attributeOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A value of the trace with its origin: which source stated it, by which rule, and what the others stated. */
export function Sourced({ path, zone = null, place = false, children }: Props) {
  const t = useT();
  const lang = useLang();
  const { provenance, booking, asOf, mode } = useTrace();
  const client = useQueryClient();
  // Only what is known now can be corrected, by those who work on subscriptions.
  const isCorrected = attributeOf(path) !== 'containerNo' && parsePath(path) !== undefined;
  const mayCorrect = useMayCall('saveOverride') && asOf === null && isCorrected;
  const [correcting, setCorrecting] = useState(false);
  const placeName = usePlaceName();
  const nameOf = (claim: { sourceNameCn: string; sourceNameEn: string }): string =>
    lang === 'zh' ? claim.sourceNameCn : claim.sourceNameEn;
  const sourceText = provenance[path];
  const why =
    sourceText &&
    whyValue({
      rule: sourceText.rule,
      winner: { ...sourceText.winner, name: nameOf(sourceText.winner) },
      others: sourceText.others.map((claim) => ({ value: claim.value, name: nameOf(claim) })),
    });
  const whyText = useWhyText();
  const attribute = attributeOf(path);
  const { isTime } = subjectOf(path);
  const show = (value: string | number | null): ReactNode => {
    if (value === null) return '—';
    if (typeof value === 'number' && isTime) return <TimeAtPath path={path} instant={value} zone={zone} />;
    if (place && typeof value === 'string') return `${placeName(value)} ${value}`;
    return String(value);
  };
  return (
    <>
      <ProvenancePopover
        label={attributeLabel(t, attribute, mode)}
        provenance={provenance[path]}
        show={show}
        why={why === undefined ? '' : whyText(why)}
        {...(mayCorrect
          ? {
              action: (
                <Button size="small" onClick={() => setCorrecting(true)}>
                  {t('traceDetail.correct')}
                </Button>
              ),
            }
          : {})}
      >
        {children}
      </ProvenancePopover>
      <CorrectDialog
        open={correcting}
        bkId={booking.obmBkId}
        path={path}
        mode={mode}
        value={provenance[path]?.winner.value ?? null}
        zone={isTime ? (zone ?? zoneOfUnknownPlace) : null}
        onClose={() => setCorrecting(false)}
        onSaved={() => void client.invalidateQueries({ queryKey: ['getTrace'] })}
      />
    </>
  );
}
