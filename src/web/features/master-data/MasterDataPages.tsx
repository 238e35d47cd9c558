import { airline } from '#entities/airline.ts';
import { airport } from '#entities/airport.ts';
import { carrier } from '#entities/carrier.ts';
import { containerType } from '#entities/container-type.ts';
import { dataStatus } from '#entities/data-status.ts';
import { exceptionType } from '#entities/exception-type.ts';
import { port } from '#entities/port.ts';
import { portAlias } from '#entities/port-alias.ts';
import { railStation } from '#entities/rail-station.ts';
import { vessel } from '#entities/vessel.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

/** Ports, one page of master data. */
export function PortsPage() {
  return <EntityListPage entity={port} route="/ports" />;
}

/** Port aliases, one page of master data. */
export function PortAliasesPage() {
  return <EntityListPage entity={portAlias} route="/port-aliases" />;
}

/** Vessels, one page of master data. */
export function VesselsPage() {
  return <EntityListPage entity={vessel} route="/vessels" />;
}

/** Carriers, one page of master data. */
export function CarriersPage() {
  return <EntityListPage entity={carrier} route="/carriers" />;
}

/** Airports, one page of master data. */
export function AirportsPage() {
  return <EntityListPage entity={airport} route="/airports" />;
}

/** Airlines, one page of master data. */
export function AirlinesPage() {
  return <EntityListPage entity={airline} route="/airlines" />;
}

/** Rail stations, one page of master data. */
export function RailStationsPage() {
  return <EntityListPage entity={railStation} route="/rail-stations" />;
}

/** Container types, one page of master data. */
export function ContainerTypesPage() {
  return <EntityListPage entity={containerType} route="/container-types" />;
}

/** Milestones, one page of master data. */
export function DataStatusesPage() {
  return <EntityListPage entity={dataStatus} route="/data-statuses" />;
}

/** Exception types, one page of master data. */
export function ExceptionTypesPage() {
  return <EntityListPage entity={exceptionType} route="/exception-types" />;
}
