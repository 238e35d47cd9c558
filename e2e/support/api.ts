import { createHmac } from 'node:crypto';
import { type APIRequestContext, request as requests } from '@playwright/test';

/** Password of every login of the simulated world. */
export const password = 'Portolan1';

/** One row of the exception list, as far as the journeys look at it. */
export type ExceptionRow = {
  obmAutotestResultId: string;
  isBillNo: number;
  blNo: string | null;
  ctnNo: string | null;
  tenantCode: string;
  carrierCode: string;
  testPurposeName: string;
  bkId: string | null;
};

const headers = { source: 'Manual' };

/** Calls the product as the browser does; throws when it refuses. The limit ends what hangs: a busy machine is slow. */
export async function callApi<T>(request: APIRequestContext, path: string, data?: object): Promise<T> {
  const response = await request.fetch(path, {
    method: data === undefined ? 'GET' : 'POST',
    headers,
    timeout: 120_000,
    ...(data === undefined ? {} : { data }),
  });
  const body = (await response.json()) as { status: number; msg: string; data: T };
  if (body.status !== 1) throw new Error(`${path}: ${response.status()} ${body.msg}`);
  return body.data;
}

/** Signs in; the cookie stays in the context. */
export const signInByApi = (request: APIRequestContext, userCode: string): Promise<unknown> =>
  callApi(request, '/api/auth/user/login', { userCode, password });

/** Somebody who makes calls without a browser; to be disposed. */
export async function newSignedIn(url: string, userCode: string): Promise<APIRequestContext> {
  const context = await requests.newContext({ baseURL: url });
  await signInByApi(context, userCode);
  return context;
}

/**
 * Whether a bill or container is one of an ocean carrier: four letters and digits. Numbers of other modes have other
 * shapes; the coastal carrier of the world is left out by its codes.
 */
export const isOceanNumber = (no: string | null): boolean => /^(?!SANJ|SJGU)[A-Z]{4}\d{6,}$/.test(no ?? '');

/** Exceptions of ocean shipments that fit the filters, newest first; `total` counts those of all modes. */
export async function listExceptions(
  request: APIRequestContext,
  filters: object = {},
): Promise<{ rows: ExceptionRow[]; total: number }> {
  const page = await callApi<{ records: { obmAutotestResult: ExceptionRow }[]; totalRecord: number }>(
    request,
    '/api/data/exceptionManage/queryExceptionManageInfo',
    { currentPage: 1, pageSize: 100, ...filters },
  );
  const rows = page.records.map((record) => record.obmAutotestResult);
  return { rows: rows.filter(({ blNo, ctnNo }) => isOceanNumber(blNo ?? ctnNo)), total: page.totalRecord };
}

/** Pushes a DCSA 2.2 notification as a carrier of the simulated world would, signed with the secret agreed on. */
export async function pushNotification(
  request: APIRequestContext,
  carrierCode: string,
  events: readonly object[],
  signed = true,
): Promise<{ status: number; body: { data: { accepted: number; refused: { reason: string }[] } | null } }> {
  const body = JSON.stringify(events);
  const secret = Buffer.from(`push-secret-of-${carrierCode}`.padEnd(32, '.'));
  const signature = createHmac('sha256', signed ? secret : 'something else')
    .update(body)
    .digest('hex');
  const source = encodeURIComponent(`dcsa:${carrierCode}`);
  const response = await request.post(`/api/data-center/dcsa/v2/notifications/${source}`, {
    headers: { 'content-type': 'application/json', 'notification-signature': `sha256=${signature}` },
    data: Buffer.from(body),
  });
  return { status: response.status(), body: await response.json() };
}
