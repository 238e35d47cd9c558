import { z } from 'zod';
import { programScopes } from '#shared/reference/program-scopes.ts';
import { defineCalls, wireId } from '../call.ts';

const scopes = z.array(z.enum(programScopes));

/** The request of a program, as the address of the page names it. */
const request = z.string().min(1).max(100);

const connectedProgram = z.object({
  connectedProgramId: z.string(),
  /** What the program says its name is. */
  name: z.string(),
  /** Where it takes its answers. */
  redirectHost: z.string(),
  tenantName: z.string(),
  scopes,
  createTime: z.number(),
  lastUsedTime: z.number().nullable(),
  /** When it has to be connected again unless it is used before. */
  expireTime: z.number(),
  userCode: z.string(),
  userName: z.string(),
});

const goesOn = z.object({ redirectTo: z.string() });
const byId = z.object({ connectedProgramId: wireId });

/** Programs that people connect by OAuth: what one asks for, the answer of the person, and what is connected. */
export const connectedProgramCalls = defineCalls({
  connectRequest: {
    method: 'GET',
    path: '/api/auth/connect/request',
    access: 'session',
    summary: { zh: '程序请求连接的内容', en: 'What a program asks for that this browser brought' },
    query: z.object({ request }),
    data: z.object({
      name: z.string(),
      redirectHost: z.string(),
      /** The program runs on the computer of the person. */
      onThisComputer: z.boolean(),
      scopes,
      /** Whether the pages of the person allow acts at all. */
      mayAct: z.boolean(),
      userCode: z.string(),
    }),
  },
  connectAllow: {
    method: 'POST',
    path: '/api/auth/connect/allow',
    access: 'session',
    summary: { zh: '允许程序连接到一个租户', en: 'Connect the program to one tenant' },
    body: z.object({ request, tenantId: wireId, scopes: scopes.min(1).max(programScopes.length) }),
    data: goesOn,
  },
  connectDeny: {
    method: 'POST',
    path: '/api/auth/connect/deny',
    access: 'session',
    summary: { zh: '拒绝程序的连接请求', en: 'Refuse the program' },
    body: z.object({ request }),
    data: goesOn,
  },
  connectedPrograms: {
    method: 'GET',
    path: '/api/auth/account/programs',
    access: 'session',
    summary: { zh: '本人连接的程序', en: 'Programs that the caller connected' },
    data: z.array(connectedProgram),
  },
  connectedProgramEnd: {
    method: 'POST',
    path: '/api/auth/account/endProgram',
    access: 'session',
    summary: { zh: '断开本人连接的程序', en: 'End a connection of the caller; its tokens open nothing from then on' },
    body: byId,
    data: z.null(),
  },
  connectedProgramQuery: {
    method: 'GET',
    path: '/api/data-center/connectedProgram/query',
    access: ['/integrations'],
    summary: { zh: '查询已连接到租户的程序', en: 'Programs that people connected to the tenants of the caller' },
    data: z.array(connectedProgram),
  },
  connectedProgramRevoke: {
    method: 'POST',
    path: '/api/data-center/connectedProgram/revoke',
    access: ['/integrations'],
    summary: { zh: '断开已连接到租户的程序', en: 'End a connection to a tenant of the caller' },
    body: byId,
    data: z.null(),
  },
});
