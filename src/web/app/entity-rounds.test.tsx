// @vitest-environment node
import '#testing/dom-beside-server.ts';
import { cleanup } from '@testing-library/react';
import { afterEach, test } from 'vitest';
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
import { expectRound, type Round, undoAtOnce, undoInAudit } from '#testing/entity-round.ts';
import { productWithWorld } from '#testing/real-server.ts';

// Rows of configuration are added, edited, deleted and brought back on their pages, with the product itself behind them.
// A round in a browser: e2e/entity-round.spec.ts.

await productWithWorld();
afterEach(cleanup);

const imo = (six: string): string => `${six}${imoCheckDigit(six)}`;
const ofTenant = { find: '海帆供应链' };

const rounds: readonly Round[] = [
  {
    entity: port,
    route: '/ports',
    keyField: 'portCode',
    key: 'ZZE2A',
    changed: 'portName',
    values: { portTimeZone: 'Antarctica/Troll' },
  },
  {
    entity: portAlias,
    route: '/port-aliases',
    keyField: 'aliasCode',
    key: 'ZZE3A',
    changed: 'note',
    values: { portId: { find: 'CNSHA' } },
  },
  {
    entity: portFence,
    route: '/port-fences',
    keyField: 'fenceNameEn',
    key: 'Round Roads',
    changed: 'note',
    values: { portId: { find: 'CNSHA' }, longitude: '121.5', latitude: '31', outline: '' },
  },
  {
    entity: vessel,
    route: '/vessels',
    keyField: 'imo',
    key: imo('999971'),
    changed: 'vesselName',
    values: { carrierId: { find: 'MSK' } },
  },
  { entity: airport, route: '/airports', keyField: 'airportCode', key: 'QQZ', changed: 'airportName' },
  { entity: airline, route: '/airlines', keyField: 'airlineCode', key: '0Z', changed: 'airlineName' },
  { entity: railStation, route: '/rail-stations', keyField: 'stationCode', key: 'ROUND', changed: 'stationName' },
  {
    entity: dataStatus,
    route: '/data-statuses',
    keyField: 'statusCode',
    key: 'ROUND_1',
    changed: 'statusNameEn',
    values: { stageSequence: '9000' },
  },
  { entity: containerType, route: '/container-types', keyField: 'typeCode', key: 'Q9Z1', changed: 'typeNameEn' },
  {
    entity: exceptionType,
    route: '/exception-types',
    keyField: 'exceptionTypeCode',
    key: 'ROUND_1',
    changed: 'exceptionTypeNameEn',
  },
  {
    entity: riskZone,
    route: '/risk-zones',
    keyField: 'zoneCode',
    key: 'ROUND_1',
    changed: 'zoneNameEn',
    values: { activeTo: '2026-02-28 08:00', outline: '0 -89, 1 -89, 1 -88' },
  },
  { entity: tenant, route: '/tenants', keyField: 'tenantCode', key: 'ROUND_1', changed: 'tenantName' },
  {
    entity: ediPartner,
    route: '/edi-partners',
    keyField: 'partnerCode',
    key: 'ROUND-1',
    changed: 'partnerName',
    values: { carrierCode: '', identityQualifier: 'ZZZ', forTenantId: ofTenant },
  },
  {
    entity: feedback,
    route: '/feedback',
    keyField: 'feedbackName',
    key: 'ROUND-1',
    changed: 'feedbackSubject',
    values: { tenantId: ofTenant, triggerMatchInfo: '' },
  },
];

for (const [turn, round] of rounds.entries())
  test(`${round.entity.label.en}: add, edit, delete, undo`, () =>
    expectRound(round, turn % 2 === 0 ? undoAtOnce : undoInAudit));
