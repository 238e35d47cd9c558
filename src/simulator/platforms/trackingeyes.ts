import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import { asRecord } from '#shared/values/objects.ts';
import { makeToken, ownerOf, ownerOfToken } from '../dialects/prove.ts';
import type { WorldPort } from '../network/types.ts';
import { codeOf } from '../reports/aggregator-record.ts';
import { nodesOfMilestones } from '../reports/aggregator-types.ts';
import type { Heard, HeardContainer, HeardLeg } from '../reports/heard.ts';
import type { ServerContext } from '../servers/context.ts';
import type { MilestoneCode } from '../shipments/types.ts';
import { type Requested, requestedOf, createLimit, expectedOf, findRequested, numberOf } from './account.ts';
import { addNews, type News } from './news.ts';

const CODE = 'trackingeyes';
/** Tokens are good for two hours, which the answer does not say. */
const TOKEN_MS = 7_200_000;
const MAX_SUBSCRIBED = 30;
const FIRST_ID = 19_000_000_000_000;

const proof = { form: { companyCode: '{code}-{owner}-companyCode', secret: '{code}-{owner}-secret' } };

/** Its names for milestones; import inspections and availability are not among them. */
const statuses: Partial<Record<MilestoneCode, string>> = {
  STSP: 'STSP',
  STUF: 'CGGI',
  GITM: 'GITM',
  LOBD: 'LOBD',
  DLPT: 'DLPT',
  TSBA: 'TSBA',
  TSDC: 'TSDC',
  TSLB: 'TSLB',
  TSDP: 'TSDP',
  BDAR: 'BDAR',
  DSCH: 'DSCH',
  STCS: 'STCS',
  STRP: 'CTUP',
  RCVE: 'RCVE',
};

/** Times are those of the place; what has none is an empty text. */
const local = (at: Instant | undefined, { zone }: WorldPort): string => (at === undefined ? '' : toLocalText(at, zone));

const status = (
  serial: string,
  code: MilestoneCode,
  { at, port, vessel, voyage }: { at: Instant; port: WorldPort; vessel: string; voyage: string },
  isEstimate: boolean,
) => ({
  id: serial,
  statusCd: statuses[code],
  status: nodesOfMilestones[code][1],
  placeCd: codeOf(port),
  place: port.name,
  eventTime: local(at, port),
  vesselName: vessel,
  voyage,
  isEstimate,
});

function statusesOf(id: string, { legs }: Heard, { moves, onLegs }: HeardContainer, place: number) {
  const [first, last] = [itemAt(legs, 0), lastItem(legs)];
  const serial = (nth: number): string => `${id}${String(place).padStart(2, '0')}${String(nth).padStart(2, '0')}`;
  const happened = moves.flatMap((move, index) => {
    if (statuses[move.code] === undefined) return [];
    const isAtSea = move.leg >= 0;
    const vessel = isAtSea ? (move.vessel?.name ?? '') : '';
    return [status(serial(index), move.code, { ...move, vessel, voyage: isAtSea ? (move.voyage ?? '') : '' }, false)];
  });
  const expected = (onLegs ? expectedOf(legs) : []).map(({ does, leg, at }, index) => {
    const [code, port]: [MilestoneCode, WorldPort] =
      does === 'departs' ? [leg === first ? 'DLPT' : 'TSDP', leg.pol] : [leg === last ? 'BDAR' : 'TSBA', leg.pod];
    return status(serial(50 + index), code, { at, port, vessel: leg.vessel.name, voyage: leg.voyage }, true);
  });
  return [...happened, ...expected];
}

const carriageOf = ({ pol, pod, vessel, voyage, etd, atd, eta, ata }: HeardLeg) => ({
  type: '1',
  polCd: codeOf(pol),
  polNameEn: pol.name,
  polNameCn: '',
  podCd: codeOf(pod),
  podNameEn: pod.name,
  podNameCn: '',
  vesselName: vessel.name,
  voy: voyage,
  etd: local(etd, pol),
  atd: local(atd, pol),
  eta: local(eta, pod),
  ata: local(ata, pod),
});

/** A bill as TrackingEyes shows it and pushes it; without data until it has heard of the bill. */
function billOf(requested: Requested, heard: Heard | undefined) {
  const { shipment, container } = requested;
  const id = String(FIRST_ID + numberOf(requested) + 1);
  const own = {
    id,
    referenceNo: container ?? shipment.billNo,
    referenceCtnrNo: '',
    localKey: '',
    blType: container === undefined ? 'BL' : 'CN',
    blNo: shipment.billNo,
    bkgNo: shipment.bookingNo,
    carrierCd: shipment.carrier.code,
    carrier: shipment.carrier.name,
    trackStatusCd: 'T',
    trackStatus: '跟踪中',
    endStatus: '',
    errorStatus: '',
    errorMessage: '',
  };
  if (heard === undefined) return { ...own, dataStatus: '', carriges: [], ctnrInfos: [] };
  const [first, last] = [itemAt(heard.legs, 0), lastItem(heard.legs)];
  return {
    ...own,
    vesselName: first.vessel.name,
    voyage: first.voyage,
    polCd: codeOf(first.pol),
    pol: first.pol.name,
    podCd: codeOf(last.pod),
    pod: last.pod.name,
    cyOpenTime: '',
    cyCutOffTime: '',
    dlptTime: local(first.atd, first.pol),
    etd: local(first.etd, first.pol),
    eta: local(last.eta, last.pod),
    ata: local(last.ata, last.pod),
    dataUpdateTime: toLocalText(heard.updatedAt, 'Asia/Shanghai'),
    ...(heard.ended && { trackStatusCd: 'E', trackStatus: '跟踪结束', endStatus: 'E' }),
    dataStatus: 'Y',
    carriges: heard.legs.map(carriageOf),
    ctnrInfos: heard.containers
      .filter(({ number }) => container === undefined || number === container)
      .map((one, place) => ({
        ctnrNo: one.number,
        sealNo: one.sealNo,
        ctnrStatus: statusesOf(id, heard, one, place),
        deleteStatus: [],
      })),
  };
}

/** An answer: HTTP says 200 whatever happened. */
const envelope = (code: number, result: unknown, message = '') => ({
  result,
  code: String(code),
  type: code === 200 ? 'success' : 'error',
  message,
});

/**
 * Adds TrackingEyes under /trackingeyes: a token by `POST /api/auth/authorization`, up to 30 references subscribed by one call, and
 * a bill read by the number of its subscription. It pushes whole bills and signs nothing: who is notified an address keeps a key in it.
 */
export function addTrackingEyes(app: FastifyInstance, context: ServerContext): News<Requested> {
  const { world, now } = context;
  const isWithinLimit = createLimit();
  const news = addNews<Requested, Heard>(app, context, {
    desk: '/trackingeyes/service/push',
    stateOf: (shipment, _, at) => world.heardOf(shipment, at),
    isNew: (heard, reported) => heard.updatedAt !== reported?.updatedAt,
    messageOf: (_, requested, heard) => ({ body: JSON.stringify([billOf(requested, heard)]), headers: {} }),
  });
  /** Whose call it is, or why it is answered otherwise. */
  const callerOf = (request: FastifyRequest, reply: FastifyReply): { owner: string } | ReturnType<typeof envelope> => {
    const { companyCode, token } = asRecord(request.query);
    const owner = ownerOfToken(String(token ?? ''), CODE);
    if (owner === undefined || companyCode !== `${CODE}-${owner}-companyCode`)
      return envelope(401, null, 'token 无效或已过期');
    if (!isWithinLimit(owner, reply)) {
      reply.code(429);
      return envelope(429, null, '访问过于频繁');
    }
    return { owner };
  };
  const subscribe = (owner: string, value: unknown) => {
    const { referenceNo, blType, carrierCd, localKey = '' } = asRecord(value);
    const same = { referenceNo, carrierCd, localKey };
    const carrier = world.network.carriers.find(({ code }) => code === carrierCd);
    if (carrier === undefined) return { ...same, resultType: 'error', error: '船东代码错误', id: null };
    const number = typeof referenceNo === 'string' ? referenceNo : '';
    const kinds = ({ CN: ['container'], BK: ['booking'] } as const)[String(blType)] ?? (['bill', 'booking'] as const);
    const requested = findRequested(context, owner, { number, kinds, scac: carrier.scac });
    return {
      ...same,
      resultType: 'success',
      error: null,
      id: FIRST_ID + (requested === undefined ? 0 : numberOf(requested) + 1),
    };
  };

  app.register(
    async (scope) => {
      scope.post('/auth/authorization', async (request, reply) => {
        const owner = await ownerOf(request, proof, CODE);
        // Calls for tokens count as all others do.
        if (owner !== undefined && !isWithinLimit(owner, reply)) {
          reply.code(429);
          return envelope(429, null, '访问过于频繁');
        }
        return owner === undefined
          ? envelope(401, null, '企业编码或密钥错误')
          : envelope(200, makeToken(CODE, owner, Date.now() + TOKEN_MS));
      });
      scope.post('/oceanbill/batchOceanBill', async (request, reply) => {
        const caller = callerOf(request, reply);
        if (!('owner' in caller)) return caller;
        const references: unknown = request.body;
        if (!Array.isArray(references) || references.length === 0 || references.length > MAX_SUBSCRIBED)
          return envelope(500, null, `每次订阅数量限制${MAX_SUBSCRIBED}条`);
        return envelope(
          200,
          references.map((one) => subscribe(caller.owner, one)),
        );
      });
      scope.get('/oceanbill/oceanBill', async (request, reply) => {
        const caller = callerOf(request, reply);
        if (!('owner' in caller)) return caller;
        const id = Number(asRecord(request.query)['billId']);
        if (id === FIRST_ID) return envelope(200, [{ id: String(id), errorStatus: 'E', errorMessage: '查无数据' }]);
        const requested = requestedOf(world, id - FIRST_ID - 1, caller.owner, now());
        if (requested === undefined) return envelope(404, null, '运单不存在');
        const at = now();
        const heard = world.heardOf(requested.shipment, at);
        news.follow(`${caller.owner} ${id}`, requested, requested.shipment, at);
        return envelope(200, [billOf(requested, heard)]);
      });
    },
    { prefix: '/trackingeyes/api' },
  );
  return news;
}
