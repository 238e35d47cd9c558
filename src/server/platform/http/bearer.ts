import type { IncomingHttpHeaders } from 'node:http';

/** The token of a header `Authorization: Bearer …`; the word may have any case, as in every scheme of HTTP. */
export const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(\S.*)$/is.exec(authorization?.trim() ?? '')?.[1];
