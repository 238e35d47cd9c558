// The peer: node:http and hand-written SQL through pg, giving the same pages as the product. Two ways to count:
// /kept/<case> reads the kept totals where they answer, /counted/<case> counts rows.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { presentException } from '#server/modules/exceptions/exception/present.ts';
import type { ExceptionRow } from '#server/modules/exceptions/exception/stored-exception.ts';
import { readReference } from '#server/modules/administration/masterdata/reference-store.ts';
import { carrierUrl, emptyShipment } from '#server/modules/tracking/shipment/index.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { valueTypes } from '#server/platform/db/value-parsers.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { type PeerQuestion, pageSize } from './cases.ts';

const url = process.env['DATABASE_URL'] ?? '';
const database = await openDatabase({ url, poolSize: 2, log: createLogger({ level: 'warn' }) });
const reference = await readReference(database);
await database.close();
const tenantIds = new Map([...reference.tenants.values()].map((tenant) => [tenant.code, tenant.id]));

const pool = new pg.Pool({
  connectionString: url,
  max: 10,
  types: valueTypes,
  options: '-c TimeZone=UTC -c DateStyle=ISO',
});

/** What a row of the screen shows. */
const shown = `e.id, e.tenant_id, e.subscription_id, e.shipment_id, e.type_code, e.severity, e.open, e.regressions, e.params, e.handle_status,
  e.handle_remark, e.handle_time, e.assignee_code, e.assignee_name, e.bill_no, e.container_no, e.carrier_code, e.vessel_name, e.voyage,
  e.created_at, e.updated_at, e.resolution, e.incident_id, e.reason, e.crossing, e.money_usd, e.money, e.snoozed_at, e.snoozed_until,
  e.subject, e.subscribed_at, e.ended, e.channel, e.source_type, e.record_version`;

const rowsText = (where: string, order: string, orderOfRows: string, limit: number, offset: number): string => `
  select ${shown} from (select id from shipment_exception ${where} order by ${order} limit $${limit} offset $${offset}) p
  join shipment_exception e on e.id = p.id order by ${orderOfRows}`;

type Statements = {
  name: string;
  rows: string;
  count: string;
  kept?: string;
  values: (question: PeerQuestion) => unknown[];
};

const byTime = ['created_at desc, id desc', 'e.created_at desc, e.id desc'] as const;
const keptAll = 'select sum(n)::bigint as n from exception_total';

const statements: Record<string, Statements> = {
  'tenant-states-range': define(
    'range',
    'where tenant_id = $1 and handle_status = any($2) and created_at >= $3 and created_at < $4',
    byTime,
    (question) => [tenantIds.get(question.tenantCode ?? ''), question.states, question.from, question.to],
  ),
  'remark-carrier-sorted': define(
    'remark',
    'where handle_remark ilike $1 and carrier_code = $2',
    ['type_code, created_at desc, id desc', 'e.type_code, e.created_at desc, e.id desc'],
    (question) => [`%${question.remark}%`, question.carrierCode],
  ),
  bill: define('bill', 'where bill_no = $1', byTime, (question) => [question.billNo]),
  'page-500': define('deep', '', byTime, () => [], keptAll),
  all: define('all', '', byTime, () => [], keptAll),
  'one-tenant': define(
    'tenant',
    'where tenant_id = $1',
    byTime,
    (question) => [tenantIds.get(question.tenantCode ?? '')],
    `${keptAll} where tenant_id = $1`,
  ),
  'one-state': define(
    'state',
    'where handle_status = $1',
    byTime,
    (question) => [question.states?.[0]],
    `${keptAll} where handle_status = $1`,
  ),
};

function define(
  name: string,
  where: string,
  [order, orderOfRows]: readonly [string, string],
  values: Statements['values'],
  kept?: string,
): Statements {
  const last = (/\$\d/g[Symbol.match](where) ?? []).length;
  return {
    name,
    rows: rowsText(where, order, orderOfRows, last + 1, last + 2),
    count: `select count(*) as n from shipment_exception ${where}`,
    kept,
    values,
  };
}

const sessionText = `select u.id, u.all_tenants from session s join app_user u on u.id = s.user_id and u.removed_at is null
  where s.token_hash = $1 and s.expires_at > now()`;
const run = async <Row>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query({ name, text, values })).rows as Row[];

async function answer(statement: Statements, counted: boolean, question: PeerQuestion): Promise<string> {
  const values = statement.values(question);
  const [rows, totals] = await Promise.all([
    run<ExceptionRow>(`rows-${statement.name}`, statement.rows, [...values, pageSize, (question.page - 1) * pageSize]),
    counted || statement.kept === undefined
      ? run<{ n: number }>(`count-${statement.name}`, statement.count, values)
      : run<{ n: number }>(`kept-${statement.name}`, statement.kept, values),
  ]);
  const records = rows.map((row) => {
    const carrier = row.carrier_code === null ? undefined : reference.carriers.get(row.carrier_code);
    return {
      obmAutotestResult: presentException({ ...row, evidence: [] }, 'zh', reference),
      obmTkSubscribe: null,
      ...emptyShipment,
      carrierUrl: row.carrier_code === null ? null : carrierUrl(carrier?.urlTemplate, row.bill_no, row.container_no),
      updateLogMap: {},
    };
  });
  const totalRecord = Number(totals[0]?.n ?? 0);
  return JSON.stringify({
    status: 1,
    msg: '',
    data: { records, totalPage: Math.ceil(totalRecord / pageSize), totalRecord },
  });
}

async function isSignedIn(request: IncomingMessage): Promise<boolean> {
  const token = /portolan_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (token === undefined) return false;
  const users = await run('session', sessionText, [createHash('sha256').update(token).digest()]);
  return users.length === 1;
}

const server = createServer((request, reply) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', async () => {
    const [, way, name] = (request.url ?? '').split('/');
    const statement = statements[name ?? ''];
    let text = '{"status":0}';
    let status = 403;
    try {
      if (statement !== undefined && (await isSignedIn(request))) {
        text = await answer(statement, way === 'counted', JSON.parse(Buffer.concat(parts).toString()) as PeerQuestion);
        status = 200;
      }
    } catch (error) {
      status = 500;
      console.error(error);
    }
    const bytes = Buffer.from(text);
    reply.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
      'cache-control': 'no-store',
    });
    reply.end(bytes);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
