import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { Connector } from '../types.ts';
import { asObject, attribute, refusal } from '../untrusted.ts';
import { first, newestJson, nothingReported, objects, type Place, recordOf, textOf } from './record.ts';
import type { Fields } from './talk.ts';

/** Its statuses as milestones of ours; `null`: known, and no milestone. Several look like ours and mean something else. */
const statuses: Readonly<Record<string, string | null>> = {
  BKCF: null,
  STSP: milestones.emptyPickUp,
  FDLB: landMilestones.preCarriageLoaded,
  FDDP: landMilestones.preCarriageDeparted,
  FDBA: landMilestones.preCarriageArrived,
  FDDC: landMilestones.preCarriageDischarged,
  CGGI: milestones.stuffing,
  CLOD: null,
  ERDP: landMilestones.preCarriageDeparted,
  ERAR: landMilestones.preCarriageArrived,
  FCGI: null,
  CYTC: null,
  GITM: milestones.gateIn,
  PASS: milestones.customsRelease,
  CUIP: landMilestones.exportInspection,
  SUOT: null,
  TMPS: milestones.terminalRelease,
  TMCL: null,
  TMUT: null,
  LOBD: milestones.loaded,
  DLPT: milestones.departed,
  TSBA: milestones.transhipmentArrived,
  TSDC: milestones.transhipmentDischarged,
  TRDP: null,
  TRAR: null,
  TSLB: milestones.transhipmentLoaded,
  TSDP: milestones.transhipmentDeparted,
  BDAR: milestones.arrived,
  DSCH: milestones.discharged,
  DGOT: null,
  DCRL: landMilestones.importRelease,
  IRLB: landMilestones.onCarriageLoaded,
  IRDP: landMilestones.onCarriageDeparted,
  IRAR: landMilestones.onCarriageArrived,
  IRDS: landMilestones.onCarriageDischarged,
  PDAR: landMilestones.onCarriageArrived,
  PDDS: landMilestones.onCarriageDischarged,
  PDRC: null,
  CGRL: null,
  CTUP: milestones.stripping,
  STCS: milestones.gateOutFull,
  RCVE: milestones.emptyReturn,
};

const placeOf = (fields: Fields, code: string, ...names: string[]): Place => ({
  portCd: textOf(fields, code) ?? undefined,
  portName: textOf(fields, ...names) ?? undefined,
  timeZone: undefined,
});

/** The two ways to say that a time is an estimate; another value is refused. */
function estimateOf(status: Fields): unknown {
  const mark = first(status, 'isEstimate', 'isEst', 'isest');
  return mark === undefined ? 'N' : mark;
}

function nodeOf(code: string, fields: Fields, more: Fields): Fields[] {
  const known = Object.hasOwn(statuses, code) ? statuses[code] : undefined;
  if (known === null) return [];
  return [
    {
      // An unknown code must not be taken for one of ours that is written alike.
      nodeCd: known ?? (code === '' ? undefined : `TrackingEyes ${code}`),
      ...placeOf(fields, 'placeCd', 'place'),
      vesselName: textOf(fields, 'vesselName') ?? undefined,
      voyageNo: textOf(fields, 'voyage', 'voy') ?? undefined,
      ...more,
    },
  ];
}

/** The statuses of a container without those that were taken back. */
function nodesOf(container: Fields): Fields[] {
  const gone = new Set(objects(attribute(container, 'deleteStatus')).map((one) => first(one, 'id')));
  return objects(attribute(container, 'ctnrStatus')).flatMap((status) => {
    const id = first(status, 'id');
    if ((id !== undefined && gone.has(id)) || textOf(status, 'dataState') === 'delete') return [];
    const code = textOf(status, 'statusCd')?.toUpperCase() ?? '';
    return nodeOf(code, status, { occurTime: first(status, 'eventTime'), isEst: estimateOf(status) });
  });
}

/** Ships and barges; legs on land are none. */
const isByWater = (carriage: Fields): boolean => ['', '1', '2'].includes(String(first(carriage, 'type') ?? ''));

function legFields(carriage: Fields, index: number): Fields {
  return {
    seq: index + 1,
    vesselName: textOf(carriage, 'vesselName') ?? undefined,
    voyageNo: textOf(carriage, 'voy', 'voyage') ?? undefined,
    pol: placeOf(carriage, 'polCd', 'polNameEn', 'pol', 'polNameCn'),
    pod: placeOf(carriage, 'podCd', 'podNameEn', 'pod', 'podNameCn'),
    etd: first(carriage, 'etd'),
    atd: first(carriage, 'atd', 'aisAtd'),
    eta: first(carriage, 'eta', 'aisEta'),
    ata: first(carriage, 'ata', 'aisAta'),
  };
}

/** The voyage of a bill without a list of legs: one leg from end to end. */
function onlyLeg(bill: Fields, pol: Place, pod: Place): Fields[] {
  if (textOf(bill, 'vesselName') === null && first(bill, 'etd', 'eta', 'dlptTime', 'atd', 'ata') === undefined)
    return [];
  const times = {
    etd: first(bill, 'etd'),
    atd: first(bill, 'atd', 'dlptTime'),
    eta: first(bill, 'eta'),
    ata: first(bill, 'ata'),
  };
  return [
    {
      seq: 1,
      vesselName: textOf(bill, 'vesselName') ?? undefined,
      voyageNo: textOf(bill, 'voyage') ?? undefined,
      pol,
      pod,
      ...times,
    },
  ];
}

/** The bill of an answer or a push; a list holds the one that was requested. */
function billOf(value: unknown, requested: string): Fields | undefined {
  const body = asObject(value);
  const result = body === undefined ? value : (attribute(body, 'result') ?? attribute(body, 'data') ?? body);
  const bills = objects(result);
  return bills.find((bill) => textOf(bill, 'referenceNo')?.toUpperCase() === requested) ?? bills[0];
}

/** Makes one record of the newest answer of TrackingEyes; pieces that cannot be taken are refused. Never throws. */
export const parseTrackingEyes: Connector['parse'] = (bodies, about, reference) => {
  const json = newestJson(bodies);
  if (json === undefined) return nothingReported(about, bodies.length === 0 ? [] : [refusal('unreadable')]);
  const requested = (about.subject === 'container' ? about.containerNo : about.billNo)?.trim().toUpperCase() ?? '';
  const bill = billOf(json.value, requested);
  if (bill === undefined) return nothingReported(about);
  const containers = objects(attribute(bill, 'ctnrInfos'));
  const carriages = objects(attribute(bill, 'carriges') ?? attribute(bill, 'carriages')).filter(isByWater);
  const [pol, pod] = [placeOf(bill, 'polCd', 'pol'), placeOf(bill, 'podCd', 'pod')];
  const vessels = carriages.length > 0 ? carriages.map(legFields) : onlyLeg(bill, pol, pod);
  const error = textOf(bill, 'errorMessage', 'errorDes');
  // That nothing is known yet says nothing against what was known.
  if (containers.length === 0 && vessels.length === 0)
    return nothingReported(
      about,
      error === null ? [] : [refusal('unknown_reference', { field: 'errorMessage', value: error })],
    );
  const opens = first(bill, 'cyOpenTime');
  const closes = first(bill, 'cyCutOffTime');
  const isContainer = ['CN', 'CTNR'].includes(textOf(bill, 'blType') ?? '');
  const named = [textOf(bill, 'blNo'), isContainer ? null : textOf(bill, 'referenceNo')];
  return recordOf(
    {
      billNos: named.filter((number) => number !== null),
      bookingNo: textOf(bill, 'bkgNo'),
      pol,
      pod,
      receipt: placeOf(bill, 'plrCd', 'plr'),
      delivery: placeOf(bill, 'pldCd', 'pld'),
      vessels,
      containers: containers.map((container) => ({
        containerNo: textOf(container, 'ctnrNo') ?? undefined,
        sealNo: textOf(container, 'sealNo') ?? undefined,
        nodes: nodesOf(container),
      })),
      cutOffs: [
        ...(opens === undefined ? [] : [{ cutOffCd: 'EFC', cutOffTime: opens }]),
        ...(closes === undefined ? [] : [{ cutOffCd: 'FCO', cutOffTime: closes }]),
      ],
      updateTime: first(bill, 'dataUpdateTime'),
    },
    about,
    reference,
  );
};
