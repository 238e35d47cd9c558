import type { FastifyRequest } from 'fastify';
import type { HttpSettings } from './settings.ts';

/** Do browsers reach us by https, as configured or as the request came in? */
export const isSecure = (settings: HttpSettings, request: FastifyRequest): boolean =>
  settings.publicUrl === null ? request.protocol === 'https' : settings.publicUrl.startsWith('https:');
