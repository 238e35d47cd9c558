import { Checkbox, Radio, Select } from 'antd';
import { useState } from 'react';
import type { PortGuess, UnknownPort, UnknownPortExample } from '#contract/intake/unknown-port.ts';
import { isSeaMilestone } from '#domain/tracking/milestone-order.ts';
import { portText } from '#shared/reference/port-text.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { type Named, useStatuses, useTenants } from '#web/kit/search/use-names.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { PortActs } from './use-port-acts.ts';

function Guesses({
  guesses,
  value,
  onChange,
}: {
  guesses: PortGuess[];
  value: string;
  onChange: (code: string) => void;
}) {
  const t = useT();
  const lang = useLang();
  if (guesses.length === 0) return <p className="pt-muted">{t('truth.ports.noGuess')}</p>;
  return (
    <Radio.Group
      className="pt-guesses"
      aria-label={t('truth.ports.guesses')}
      value={value}
      onChange={(event) => onChange(String(event.target.value))}
    >
      {guesses.map((guess) => (
        <Radio key={guess.portCode} value={guess.portCode}>
          {portText(lang, guess)}
          <span className="pt-guess-reasons">
            {t('truth.ports.score', { score: guess.score })} ·{' '}
            {guess.reasons.map((reason) => t(`truth.ports.reason.${reason}`)).join(' · ')}
          </span>
        </Radio>
      ))}
    </Radio.Group>
  );
}

const exampleColumns = ['number', 'tenant', 'from', 'to', 'place', 'seen'] as const;

function Examples({ examples }: { examples: UnknownPortExample[] }) {
  const t = useT();
  const tenants = useTenants();
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {exampleColumns.map((key) => (
            <th key={key} scope="col">
              {t(`truth.ports.example.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {examples.map((one) => {
          const number = one.blNo ?? one.ctnNo ?? one.obmTkSubscribeId;
          return (
            <tr key={one.obmTkSubscribeId}>
              <td>
                {one.obmBkId === null ? (
                  number
                ) : (
                  <GoLink className="pt-link pt-mono" href={makeHref('/trace-detail', { obmBkId: one.obmBkId })}>
                    {number}
                  </GoLink>
                )}
              </td>
              <td>{tenants.nameOf(one.tenantCode)}</td>
              <td>{one.portOfLoading}</td>
              <td>{one.portOfDischarge}</td>
              <td>{one.place}</td>
              <td>
                <TimeText instant={one.seenTime} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The milestones by sea, one of which words may mean. */
function Milestones({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const t = useT();
  const { options } = useStatuses();
  return (
    <div className="pt-map-other">
      <span>{t('truth.ports.milestone')}</span>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        className="pt-map-milestone"
        aria-label={t('truth.ports.milestone')}
        placeholder={t('truth.ports.milestoneSearch')}
        value={value || null}
        options={options.filter((one) => isSeaMilestone(one.value))}
        onChange={(chosen: string | null) => onChange(chosen ?? '')}
      />
    </div>
  );
}

type Props = { row: UnknownPort; acts: PortActs; onClose: () => void };

/** An unknown port or words for a move: what they may mean, whose shipments name them, and saying what is meant. */
export function MapDialog({ row, acts, onClose }: Props) {
  const t = useT();
  const isWord = row.kind === 'word';
  const known = isWord ? row.statusCode : row.portCode;
  const [chosen, setChosen] = useState(known ?? '');
  const [searched, setSearched] = useState<Named[]>([]);
  const [allSources, setAllSources] = useState(false);
  const query = useCall('unknownPortGet', { unknownPortId: row.unknownPortId });
  const change = chosen !== '' && chosen !== known;
  const map = async (): Promise<void> => {
    if (!(await acts.map(row, chosen, allSources))) throw new Error('not mapped');
    onClose();
  };
  return (
    <AppDialog
      open
      width={880}
      title={t(isWord ? 'truth.ports.wordTitle' : 'truth.ports.mapTitle', { code: row.rawCode })}
      okText={t('truth.ports.map')}
      okDisabled={!change}
      dirty={change}
      onOk={map}
      onCancel={onClose}
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <LoadingState />
      ) : (
        <>
          {isWord ? (
            <Milestones value={chosen} onChange={setChosen} />
          ) : (
            <>
              <Guesses
                guesses={query.data.port.guesses}
                value={chosen}
                onChange={(code) => {
                  setChosen(code);
                  setSearched([]);
                }}
              />
              <div className="pt-map-other">
                <span>{t('truth.ports.other')}</span>
                <RemoteSelect
                  from="ports"
                  label={t('truth.ports.other')}
                  single
                  framed
                  placeholder={t('truth.ports.search')}
                  value={searched}
                  onChange={(next) => {
                    setSearched(next);
                    setChosen(next[0]?.value ?? '');
                  }}
                />
              </div>
            </>
          )}
          <Checkbox checked={allSources} onChange={(event) => setAllSources(event.target.checked)}>
            {t('truth.ports.allSources')}
          </Checkbox>
          <h2 className="pt-drawer-head">{t('truth.ports.examples', { count: query.data.examples.length })}</h2>
          <Examples examples={query.data.examples} />
        </>
      )}
    </AppDialog>
  );
}
