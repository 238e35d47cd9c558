import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Behaviour, ReceivedRequest } from './http-receiver.ts';

// Sites of carriers as robots find them: invented shipments in the shapes of the real ones, with their odd rules, and no patience.

type Answer = { status: number; body: string; headers?: Record<string, string> };

const json = (value: unknown, status = 200): Answer => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});
const html = (body: string, status = 200): Answer => ({ status, body, headers: { 'content-type': 'text/html' } });
const wrong = (why: string): Answer => json({ error: why }, 400);

/** A page that asks for a captcha in place of the answer. */
export const captchaPage = html('<!doctype html><html><body><div class="g-recaptcha"></div></body></html>');
/** An answer with a status alone. */
export const statusPage = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  body: '',
  headers,
});

type Requested = { method: string; url: URL; headers: IncomingMessage['headers']; body: string };
type Site = (requested: Requested) => Answer;

/** Bill, booking and containers that the sites know. */
export const known = {
  one: { bill: 'ONEYSHAF12345600', booking: 'SHAF12345600', containers: ['ONEU1234567', 'TCLU7654321'] },
  msc: { bill: 'MEDUSH123456', containers: ['MSCU1234566', 'MEDU7654321'] },
  cosco: { bill: 'COSU6300000001', container: 'CSNU6100001' },
  sitc: {
    bill: 'SITSHBK000001',
    containers: ['SITU1234560', 'SITU1234561', 'SITU1234562', 'SITU1234563', 'SITU1234564'],
  },
};

const parsed = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const oneLoaded = {
  eventName: 'Loaded on Vessel at Port of Loading',
  matrixId: 'E058',
  triggerType: 'ACTUAL',
  eventLocalPortDate: '2026-02-26T08:01:00.000Z',
  eventDate: '2026-02-26T00:01:00.000Z',
  location: { code: 'CNSHA', locationName: 'SHANGHAI', countryName: 'CHINA' },
  yard: { yardCode: 'CNSHA01', yardName: 'YANGSHAN' },
  vessel: { name: 'PLUM TRADER', voyNo: '0009', dirCode: 'E' },
};

const oneSite: Site = ({ method, url, headers, body }) => {
  const base = '/api/v2/edh';
  const query = url.searchParams;
  if (url.pathname === `${base}/containers/track-and-trace/search`) {
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return wrong('POST of JSON');
    const { page, page_length: length, filters } = parsed(body);
    if (page !== 1 || typeof length !== 'number') return wrong('a page');
    const { search_text: text, search_type: type } = parsed(JSON.stringify(filters));
    if (type !== 'ALL') return wrong('search_type');
    const found = text === known.one.booking || known.one.containers.includes(String(text));
    const data = found
      ? known.one.containers.map((containerNo) => ({ containerNo, bookingNo: known.one.booking }))
      : [];
    return json({ status: 200, code: 1, message: 'Success', total: data.length, data });
  }
  if (query.get('booking_no') !== known.one.booking) return wrong('booking_no');
  if (url.pathname === `${base}/containers/track-and-trace/cop-events`) {
    if (!known.one.containers.includes(query.get('container_no') ?? '')) return wrong('container_no');
    return json({ status: 200, code: 1, message: 'Success', data: [oneLoaded] });
  }
  if (url.pathname === `${base}/vessel/track-and-trace/voyage-list`)
    return json({ status: 200, code: 1, data: [{ vesselEngName: 'PLUM TRADER', scheduleVoyageNumber: '0009' }] });
  return statusPage(404);
};

/** Its data are given to the page only: a header, and the cookie of the page. Containers come one a page. */
const mscSite: Site = ({ method, url, headers, body }) => {
  if (url.pathname === '/en/track-a-shipment')
    return {
      ...html('<!doctype html><html><body>Track</body></html>'),
      headers: { 'set-cookie': 'visit=yes; Path=/' },
    };
  if (url.pathname !== '/api/feature/tools/TrackingInfo' || method !== 'POST') return statusPage(404);
  if (headers['x-requested-with'] !== 'XMLHttpRequest' || headers.cookie !== 'visit=yes') return statusPage(403);
  const { trackingNumber, trackingMode, pageNumber } = parsed(body);
  if (trackingMode !== '0' || typeof pageNumber !== 'number') return wrong('trackingMode, pageNumber');
  if (trackingNumber !== known.msc.bill) return json({ IsSuccess: false, Data: 'No results' });
  const container = known.msc.containers[pageNumber - 1];
  const containers =
    container === undefined ? [] : [{ ContainerNumber: container, Events: [{ Order: 0, Date: '07/01/2026' }] }];
  const bill = { BillOfLadingNumber: trackingNumber, NumberOfContainers: 2, ContainersInfo: containers };
  return json({ IsSuccess: true, Data: { TrackingType: 'BillOfLading', BillOfLadings: [bill] } });
};

const coscoSite: Site = ({ url, headers }) => {
  if (headers['language'] !== 'en_US') return wrong('language');
  const [kind, number] = url.pathname.replace('/ebtracking/public/', '').split('/');
  const isKnown = kind === 'bill' ? `COSU${number}` === known.cosco.bill : number === known.cosco.container;
  if (kind !== 'bill' && kind !== 'containers') return statusPage(404);
  if (!isKnown) return json({ code: '200', message: 'No data', data: { content: null } });
  return json({ code: '200', message: '', data: { content: { trackingPath: { billOfladingRefCode: number } } } });
};

/** Every fifth call is one too many. */
const sitcSite = (): Site => {
  let calls = 0;
  return ({ method, url }) => {
    calls += 1;
    if (calls % 5 === 0) return statusPage(429, { 'retry-after': '0' });
    const bill = url.searchParams.get('blNo');
    if (url.pathname === '/api/equery/cargoTrack/searchTrack') {
      if (method !== 'GET') return wrong('GET');
      const list3 = bill === known.sitc.bill ? known.sitc.containers.map((containerNo) => ({ containerNo })) : [];
      return json({ code: 1, msg: 'success', data: { list1: [{ blNo: bill }], list2: [], list3 } });
    }
    if (url.pathname !== '/api/equery/cargoTrack/movementDetail' || method !== 'POST') return statusPage(404);
    const container = url.searchParams.get('containerNo');
    return json({ code: 1, data: { list: [{ movementcode: 'VL', containerNo: container, eventdate: '2026-01-04' }] } });
  };
};

/** The sites by the name of their script. */
export const carrierSites = { one: () => oneSite, msc: () => mscSite, cosco: () => coscoSite, sitc: sitcSite };

const send = (response: ServerResponse, { status, body, headers }: Answer): void =>
  void response.writeHead(status, headers).end(body);

/** A receiver that behaves as a site; `before` answers in its place where it gives something. */
export function asSite(site: Site, before: (count: number) => Answer | undefined = () => undefined): Behaviour {
  return ({ path, headers, body, method }: ReceivedRequest, response, count) => {
    const first = before(count);
    send(response, first ?? site({ method, url: new URL(path, 'http://site.example'), headers, body }));
  };
}
