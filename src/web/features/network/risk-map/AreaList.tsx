import { Button } from 'antd';
import { DownOutlined, UpOutlined } from '@ant-design/icons';
import type { RiskArea } from '#contract/network/risk.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { countInside, kindColours } from './risk-layers.ts';

const maxIdle = 30;

function Vessels({ area }: { area: RiskArea }) {
  const t = useT();
  if (area.vessels.length === 0) return <p className="pt-muted">{t('riskMap.noVessels')}</p>;
  const laden = area.vessels.filter(({ bookings }) => bookings.length > 0);
  const idle = area.vessels.filter(({ bookings }) => bookings.length === 0);
  return (
    <ul className="pt-risk-vessels">
      {[...laden, ...idle.slice(0, maxIdle)].map(({ mmsi, vesselName, reckoned, bookings }) => (
        <li key={mmsi}>
          <GoLink className="pt-link" href={makeHref('/vessel-alone', { mmsi })}>
            {vesselName ?? mmsi}
          </GoLink>
          {reckoned && <span className="pt-muted"> {t('riskMap.reckoned')}</span>}
          {bookings.map(({ obmTkSubscribeId, referenceNo, obmBkId }) => (
            <span key={obmTkSubscribeId} className="pt-mono">
              {' '}
              {obmBkId === null ? (
                referenceNo
              ) : (
                <GoLink className="pt-link" href={makeHref('/trace-detail', { obmBkId })}>
                  {referenceNo}
                </GoLink>
              )}
            </span>
          ))}
        </li>
      ))}
      {idle.length > maxIdle && (
        <li className="pt-muted">{t('riskMap.moreVessels', { count: idle.length - maxIdle })}</li>
      )}
    </ul>
  );
}

function Facts({ area }: { area: RiskArea }) {
  const t = useT();
  const lang = useLang();
  const note = (lang === 'zh' ? area.noteCn : null) ?? area.note;
  const source = (lang === 'zh' ? area.sourceCn : null) ?? area.source;
  return (
    <>
      {area.storm !== null && (
        <p>{t('riskMap.wind', { wind: area.storm.windKn, radius: area.storm.radiusNm, error: area.storm.errorNm })}</p>
      )}
      {note !== null && <p>{note}</p>}
      <p className="pt-muted">
        {area.validFrom !== null && (
          <>
            {t('riskMap.valid')} <TimeText instant={area.validFrom} /> {t('riskMap.until')}{' '}
            {area.validTo === null ? t('riskMap.open') : <TimeText instant={area.validTo} />} ·{' '}
          </>
        )}
        {t('riskMap.source')} {source}
        {area.saidTime !== null && (
          <>
            , {t('riskMap.said')} <TimeText instant={area.saidTime} short />
          </>
        )}
      </p>
    </>
  );
}

type Props = {
  areas: readonly RiskArea[];
  nameOf: (area: RiskArea) => string;
  open: string;
  onOpen: (code: string) => void;
};

/** Areas with what is inside; one of them is open with its vessels and bookings. */
export function AreaList({ areas, nameOf, open, onOpen }: Props) {
  const t = useT();
  return (
    <ul className="pt-risk-areas" aria-label={t('riskMap.area')}>
      {areas.map((area) => {
        const isOpen = area.code === open;
        const name = nameOf(area);
        return (
          <li key={area.code} data-area={area.code}>
            <div className="pt-risk-head">
              <i style={{ background: kindColours[area.kind] }} aria-hidden="true" />
              <span>
                <b>{name}</b> <span className="pt-muted">{t(`riskMap.kind.${area.kind}`)}</span>
                <br />
                <SeverityMark severity={area.severity} /> {t('riskMap.inside', countInside([area]))}
              </span>
              <Button
                type="text"
                size="small"
                aria-expanded={isOpen}
                aria-label={t('riskMap.showVessels', { name })}
                icon={isOpen ? <UpOutlined /> : <DownOutlined />}
                onClick={() => onOpen(isOpen ? '' : area.code)}
              />
            </div>
            {isOpen && (
              <div className="pt-risk-open">
                <Facts area={area} />
                <Vessels area={area} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
