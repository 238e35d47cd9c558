import { airline } from './airline.ts';
import { airport } from './airport.ts';
import { asset } from './asset.ts';
import { calendar } from './calendar.ts';
import { calendarDay } from './calendar-day.ts';
import { carrier } from './carrier.ts';
import { code } from './code.ts';
import { containerType } from './container-type.ts';
import { dataStatus } from './data-status.ts';
import { dict } from './dict.ts';
import { ediPartner } from './edi-partner.ts';
import { environment } from './environment.ts';
import { eventField } from './event-field.ts';
import { eventItem } from './event-item.ts';
import { eventItemType } from './event-item-type.ts';
import { exceptionType } from './exception-type.ts';
import { exchangeRate } from './exchange-rate.ts';
import { feedback } from './feedback.ts';
import { freeTime } from './free-time.ts';
import { freightRate } from './freight-rate.ts';
import { functionInterface } from './function-interface.ts';
import { jobCap } from './job-cap.ts';
import { orderLine } from './order-line.ts';
import { packageEntity } from './package.ts';
import { packageVersion } from './package-version.ts';
import { port } from './port.ts';
import { portAlias } from './port-alias.ts';
import { portFence } from './port-fence.ts';
import { processEntity } from './process.ts';
import { processFunction } from './process-function.ts';
import { railStation } from './rail-station.ts';
import { riskZone } from './risk-zone.ts';
import { roadSite } from './road-site.ts';
import { reportAddress } from './report-address.ts';
import { robot } from './robot.ts';
import { schedule } from './schedule.ts';
import { source } from './source.ts';
import { subPackage } from './sub-package.ts';
import { surcharge } from './surcharge.ts';
import { tenant } from './tenant.ts';
import { tenantAsset } from './tenant-asset.ts';
import { versionType } from './version-type.ts';
import { vehicle } from './vehicle.ts';
import { vessel } from './vessel.ts';

/** Every configuration entity, by its name. */
export const entities = {
  asset,
  tenantAsset,
  code,
  dict,
  function: functionInterface,
  feedback,
  tenant,
  port,
  portAlias,
  portFence,
  vessel,
  carrier,
  airport,
  airline,
  railStation,
  dataStatus,
  containerType,
  exceptionType,
  riskZone,
  freeTime,
  ediPartner,
  source,
  package: packageEntity,
  packageVersion,
  pvt: versionType,
  pvp: subPackage,
  process: processEntity,
  processFunction,
  schedule,
  calendar,
  calendarDay,
  environment,
  robot,
  jobCap,
  freightRate,
  surcharge,
  exchangeRate,
  roadSite,
  vehicle,
  orderLine,
  eventField,
  eventItemType,
  eventItem,
  reportAddress,
} as const;

export type Entities = typeof entities;
export type EntityName = keyof Entities;
