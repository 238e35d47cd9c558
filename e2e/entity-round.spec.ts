import { airline } from '#entities/airline.ts';
import { airport } from '#entities/airport.ts';
import { containerType } from '#entities/container-type.ts';
import { dataStatus } from '#entities/data-status.ts';
import { ediPartner } from '#entities/edi-partner.ts';
import { exceptionType } from '#entities/exception-type.ts';
import { feedback } from '#entities/feedback.ts';
import { port } from '#entities/port.ts';
import { portAlias } from '#entities/port-alias.ts';
import { portFence } from '#entities/port-fence.ts';
import { railStation } from '#entities/rail-station.ts';
import { riskZone } from '#entities/risk-zone.ts';
import { tenant } from '#entities/tenant.ts';
import { vessel } from '#entities/vessel.ts';
import { imoCheckDigit } from '#shared/ids/imo.ts';
import {
  clear,
  edit,
  openAndFill,
  remove,
  saveNew,
  type Screen,
  undoAtOnce,
  undoInAudit,
  type Walk,
} from './support/entity-walk.ts';
import { expectAccessible, langsOf, openAs, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const imo = (six: string): string => `${six}${imoCheckDigit(six)}`;
const tenantNames = { zh: { find: '海帆供应链' }, en: { find: 'Haifan Supply Chain' } };

// Screens with journeys of their own (assets, tenant assets, functions, dictionary, carriers, users) are not repeated here.
const screens: readonly Screen[] = [
  {
    entity: port,
    route: '/ports',
    keyField: 'portCode',
    keys: { zh: 'ZZE2A', en: 'ZZE2B' },
    changed: 'portName',
    values: { portTimeZone: 'Antarctica/Troll' },
  },
  {
    entity: portAlias,
    route: '/port-aliases',
    keyField: 'aliasCode',
    keys: { zh: 'ZZE3A', en: 'ZZE3B' },
    changed: 'note',
    values: { portId: { find: 'CNSHA' } },
  },
  {
    entity: portFence,
    route: '/port-fences',
    keyField: 'fenceNameEn',
    keys: { zh: 'E2E Roads ZH', en: 'E2E Roads EN' },
    changed: 'note',
    values: { portId: { find: 'CNSHA' }, longitude: '121.5', latitude: '31', outline: '' },
  },
  {
    entity: vessel,
    route: '/vessels',
    keyField: 'imo',
    keys: { zh: imo('999971'), en: imo('999972') },
    changed: 'vesselName',
    values: { carrierId: { find: 'MSK' } },
  },
  {
    entity: airport,
    route: '/airports',
    keyField: 'airportCode',
    keys: { zh: 'QQZ', en: 'QQY' },
    changed: 'airportName',
  },
  {
    entity: airline,
    route: '/airlines',
    keyField: 'airlineCode',
    keys: { zh: '0Z', en: '0Y' },
    changed: 'airlineName',
  },
  {
    entity: railStation,
    route: '/rail-stations',
    keyField: 'stationCode',
    keys: { zh: 'E2EZH', en: 'E2EEN' },
    changed: 'stationName',
  },
  {
    entity: dataStatus,
    route: '/data-statuses',
    keyField: 'statusCode',
    keys: { zh: 'E2E_ZH', en: 'E2E_EN' },
    changed: 'statusNameEn',
    values: { stageSequence: '9000' },
  },
  {
    entity: containerType,
    route: '/container-types',
    keyField: 'typeCode',
    keys: { zh: 'Q9Z1', en: 'Q9Z2' },
    changed: 'typeNameEn',
  },
  {
    entity: exceptionType,
    route: '/exception-types',
    keyField: 'exceptionTypeCode',
    keys: { zh: 'E2E_ZH', en: 'E2E_EN' },
    changed: 'exceptionTypeNameEn',
  },
  {
    entity: riskZone,
    route: '/risk-zones',
    keyField: 'zoneCode',
    keys: { zh: 'E2E_ZH', en: 'E2E_EN' },
    changed: 'zoneNameEn',
    values: { activeTo: '2026-02-28 08:00', outline: '0 -89, 1 -89, 1 -88' },
  },
  {
    entity: tenant,
    route: '/tenants',
    keyField: 'tenantCode',
    keys: { zh: 'E2E_ZH', en: 'E2E_EN' },
    changed: 'tenantName',
  },
  {
    // In Chinese a partner of a tenant, in English one of the platform.
    entity: ediPartner,
    route: '/edi-partners',
    keyField: 'partnerCode',
    keys: { zh: 'E2E-ZH', en: 'E2E-EN' },
    changed: 'partnerName',
    values: { carrierCode: '', identityQualifier: 'ZZZ', forTenantId: { zh: tenantNames.zh, en: '' } },
  },
  {
    entity: feedback,
    route: '/feedback',
    keyField: 'feedbackName',
    keys: { zh: 'E2E-ROUND-ZH', en: 'E2E-ROUND-EN' },
    changed: 'feedbackSubject',
    values: { tenantId: tenantNames, triggerMatchInfo: '' },
  },
];

for (const [turn, screen] of screens.entries()) {
  for (const lang of langsOf(turn % 2 === 0 ? 'zh' : 'en')) {
    const { entity, keys, route } = screen;

    test(`${entity.label.en}: add, edit, delete, undo (${lang})`, async ({ page }) => {
      const walk: Walk = { page, screen, lang };
      const { common } = textsOf(lang);
      await openAs(page, 'admin', `${route}?keyword=${keys[lang]}`, lang);
      await clear(page.request, screen, lang);
      // Chinese is looked at in the light, with the dialog; English in the dark.
      if (lang === 'en') await page.getByRole('button', { name: common.darkTheme, exact: true }).click();

      const dialog = await openAndFill(walk);
      if (lang === 'zh') await expectAccessible(page, `${route}: dialog`);
      await saveNew(walk, dialog);
      await edit(walk);
      await remove(walk);
      await (lang === 'zh' ? undoAtOnce(walk) : undoInAudit(walk));
      await expectAccessible(page, `${route}: list`);
      await clear(page.request, screen, lang);
    });
  }
}
