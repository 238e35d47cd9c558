import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import { zoneLabel } from '#shared/time/zone.ts';
import { tabState } from '#web/base/tabs.ts';
import { browserZone, chooseZone, chosenZone, ownZone, zoneChoices } from '#web/base/zone.ts';
import { text, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { landmarkOf } from '#web/kit/landmark.ts';

const BROWSER = 'browser';

async function choose(key: string): Promise<void> {
  const unsaved = tabState().dirty.size > 0;
  const go =
    !unsaved || (await confirm({ title: text('shell.zone.title'), content: text('shell.zone.unsaved'), danger: true }));
  if (go) chooseZone(key === BROWSER ? undefined : key);
}

/** The zone of all times that are not the own time of a place. */
export function ZoneSwitch(): ReactElement {
  const t = useT();
  const now = Date.now();
  const line = (key: string, zone: string, name: string) => ({
    key,
    label: name,
    extra: zoneLabel(now, zone),
  });
  const items = [
    {
      type: 'group' as const,
      label: t('shell.zone.title'),
      children: [
        line(BROWSER, browserZone(), t('shell.zone.browser', { zone: browserZone() })),
        ...zoneChoices.map((zone) => line(zone, zone, zone.replaceAll('_', ' '))),
      ],
    },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={landmarkOf}
      menu={{
        items,
        selectable: true,
        selectedKeys: [chosenZone() ?? BROWSER],
        onClick: ({ key }) => void choose(key),
      }}
    >
      <button
        type="button"
        className="pt-header-button pt-zone-switch"
        aria-haspopup="menu"
        title={t('shell.zone.hint', { zone: ownZone() })}
      >
        <span className="pt-sr-only">{t('shell.zone.title')} </span>
        {zoneLabel(now, ownZone())}
      </button>
    </Dropdown>
  );
}
