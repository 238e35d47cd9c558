import type { WarningCode } from '#shared/reference/warning-codes.ts';
import { warningOfPath } from '../intake/fusion/paths.ts';
import type { AttributePath, Provenance } from '../intake/fusion/types.ts';
import { claimsIn } from '../intake/fusion/provenance.ts';
import type { WarningContent } from '../tracking/model.ts';

/** A warning with the source that gives it. */
export type GivenWarning = WarningContent & { sourceCode: string };

const departure = ['DEPART_DELAY', 'NO_DEPARTURE_AFTER_LOAD', 'ROLLED'];
const arrival = ['ARRIVE_DELAY', 'ETA_SLIP', 'AIS_DIVERGENCE'];
const closing = ['CUTOFF_MISSED', 'SI_CUTOFF'];
const connection = ['TRANSSHIP_DWELL', 'ARRIVE_DELAY', 'ETA_SLIP'];
const freeTime = ['DEMURRAGE_RISK', 'HOLD'];

/** The exceptions of ours that speak of the same as a warning. */
const typesOf: Readonly<Record<WarningCode, readonly string[]>> = {
  WGITM: closing,
  WPCGI: closing,
  WCYOP: closing,
  WCYCL: closing,
  WDUMP: departure,
  WETD: departure,
  WDLPT: departure,
  WTSBA: connection,
  WETA: arrival,
  WETB: arrival,
  WBDAR: arrival,
  WPORT: [...arrival, 'RISK_ZONE'],
  WGTOT: freeTime,
  WSTCS: freeTime,
  WRCVE: ['DETENTION_RISK'],
  WHOLD: freeTime,
  WFEE: freeTime,
  WLFD: freeTime,
};

/**
 * What sources warn of that an exception speaks of too, newest first, each source by itself.
 * @param about its type and the containers it is about; no containers: the whole bill
 * @param provenance of the shipment as shown, by path
 */
export function warningsAbout(
  about: { typeCode: string; boxNos: readonly string[] },
  provenance: Readonly<Record<AttributePath, Provenance>>,
): GivenWarning[] {
  const { typeCode, boxNos } = about;
  return Object.entries(provenance)
    .flatMap(([path, entry]) => {
      const warning = warningOfPath(path);
      if (warning === undefined || !typesOf[warning.code].includes(typeCode)) return [];
      const { containerNo } = warning;
      if (containerNo !== null && boxNos.length > 0 && !boxNos.includes(containerNo)) return [];
      return claimsIn(entry).flatMap(({ value, sourceCode }) =>
        typeof value === 'number' ? [{ ...warning, time: value, sourceCode }] : [],
      );
    })
    .sort((a, b) => b.time - a.time);
}
