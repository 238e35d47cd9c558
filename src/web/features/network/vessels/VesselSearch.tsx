import { Button, Input, Select } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { useSilence } from './use-silence.ts';
import { readSearch, searchKinds, type SearchKind } from './vessel-search.ts';

type Props = { by: SearchKind; entry: string; onSearch: (by: SearchKind, entry: string) => void };

/** What vessel is looked for, and what is wrong with the entry. */
export function VesselSearch({ by, entry, onSearch }: Props) {
  const t = useT();
  const problemId = useId();
  const [kind, setKind] = useState(by);
  const [text, setText] = useState(entry);
  const [tried, setTried] = useState(false);
  const read = readSearch(kind, text);
  const problem = tried && 'problem' in read ? read.problem : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if ('ask' in read) onSearch(kind, text);
  };
  return (
    <form className="pt-vessel-search" onSubmit={submit} aria-label={t('vessels.find')}>
      <Select
        aria-label={t('vessels.by')}
        value={kind}
        options={searchKinds.map((value) => ({ value, label: t(`vessels.kind.${value}`) }))}
        onChange={(next) => {
          setKind(next);
          setTried(false);
        }}
      />
      <Input
        aria-label={t(`vessels.kind.${kind}`)}
        aria-invalid={problem !== undefined}
        aria-describedby={problemId}
        placeholder={t(`vessels.hint.${kind}`)}
        maxLength={60}
        value={text}
        {...(problem !== undefined && { status: 'error' as const })}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="primary" htmlType="submit">
        {t('vessels.search')}
      </Button>
      <p id={problemId} className="pt-vessel-problem" role="alert">
        {problem !== undefined && t(`vessels.problem.${problem}`)}
      </p>
    </form>
  );
}

type Item = { mmsi: string; name: string; note: string };

/** Vessels to choose from. */
export function VesselItems({
  title,
  items,
  onChoose,
}: {
  title: string;
  items: readonly Item[];
  onChoose: (mmsi: string) => void;
}) {
  return (
    <section aria-label={title}>
      <h2 className="pt-vessel-count">{title}</h2>
      <ul className="pt-vessel-items">
        {items.map(({ mmsi, name, note }) => (
          <li key={mmsi}>
            <button type="button" onClick={() => onChoose(mmsi)}>
              <b>{name}</b> <span className="pt-muted">{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Vessels that fit the entry of the address. */
export function FoundVessels({
  by,
  entry,
  now,
  onChoose,
}: {
  by: SearchKind;
  entry: string;
  /** The time of the product; 0 while it is not known. */
  now: number;
  onChoose: (mmsi: string) => void;
}) {
  const t = useT();
  const silenceOf = useSilence();
  const read = readSearch(by, entry);
  const requested = 'ask' in read;
  const query = useCall('vesselPositions', requested ? read.ask : {}, { enabled: requested });
  if (!requested) return <EmptyState title={t('vessels.find')} text={t('vessels.begin')} />;
  return (
    <Loaded query={query}>
      {(found) =>
        found.length === 0 ? (
          <EmptyState title={t('vessels.none')} text={t('vessels.noneText')} />
        ) : (
          <VesselItems
            title={t('vessels.found', { count: found.length })}
            items={found.map(({ mmsi, imo, vesselName, callSign, fixTime, heardBy }) => ({
              mmsi,
              name: vesselName ?? mmsi,
              note: [
                `MMSI ${mmsi}`,
                imo !== null && `IMO ${imo}`,
                callSign,
                silenceOf({ time: fixTime, by: heardBy }, now),
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
            onChoose={onChoose}
          />
        )
      }
    </Loaded>
  );
}
