import { Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { TimeText } from './TimeText.tsx';

/** What one source says on a value; instants in epoch ms. */
export type ShownClaim = {
  sourceCode: string;
  sourceNameCn: string;
  sourceNameEn: string;
  sourceType: string;
  value: string | number | null;
  observedAt: number;
};

/** Which source stated a value, by which rule it was chosen, and what the others stated. */
export type ShownProvenance = { rule: string; winner: ShownClaim; others: readonly ShownClaim[] };

type Props = {
  /** Name of the value, such as "ETA". */
  label: string;
  provenance: ShownProvenance | undefined;
  /** Shows one claimed value, such as an instant in the time of its place. */
  show: (value: string | number | null) => ReactNode;
  /** Why this value is the one that is shown, in a sentence. */
  why: string;
  /** What can be done about the value, below what was shown. */
  action?: ReactNode;
  children: ReactNode;
};

function Claim({
  claim,
  show,
  won,
  differs,
}: {
  claim: ShownClaim;
  show: Props['show'];
  won: boolean;
  differs: boolean;
}) {
  const lang = useLang();
  const t = useT();
  return (
    <li className="pt-claim" data-won={won || undefined}>
      <span className="pt-claim-source">
        {lang === 'zh' ? claim.sourceNameCn : claim.sourceNameEn}
        {won && <b className="pt-claim-mark">{t('value.shown')}</b>}
        {differs && <b className="pt-claim-mark pt-claim-differs">{t('value.differs')}</b>}
      </span>
      <span className="pt-claim-value">{show(claim.value)}</span>
      <span className="pt-claim-time">
        {t('value.observed')} <TimeText instant={claim.observedAt} />
      </span>
    </li>
  );
}

/** A value that tells where it came from: which source stated it and when, by which rule, and what the others stated. */
export function ProvenancePopover({ label, provenance, show, why, action, children }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (provenance === undefined) return <span>{children}</span>;
  const { winner, others } = provenance;
  const disputed = others.some((claim) => claim.value !== winner.value);
  const content = (
    <div className="pt-provenance">
      <p className="pt-provenance-rule">{why}</p>
      <ul>
        <Claim claim={winner} show={show} won differs={false} />
        {others.map((claim) => (
          <Claim
            key={`${claim.sourceCode}/${claim.observedAt}/${claim.value}`}
            claim={claim}
            show={show}
            won={false}
            differs={claim.value !== winner.value}
          />
        ))}
      </ul>
      {action}
    </div>
  );
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={['hover', 'click']}
      mouseEnterDelay={0.4}
      title={t('value.whence', { label })}
      content={content}
      destroyOnHidden
      // Inside the page, so that it goes with its tab and belongs to a landmark.
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('.pt-pane') ?? document.body}
    >
      <button
        type="button"
        className="pt-sourced"
        data-disputed={disputed || undefined}
        data-rule={provenance.rule}
        aria-expanded={open}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        {children}
        {provenance.rule === 'override' && <span className="pt-sourced-mark">{t('value.expert')}</span>}
        {disputed && provenance.rule !== 'override' && (
          <span className="pt-sourced-mark" title={t('value.disputed')} aria-label={t('value.disputed')} role="img">
            ≠
          </span>
        )}
      </button>
    </Popover>
  );
}
