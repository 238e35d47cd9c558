import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A frame that subscribes, as it came. */
export type Subscription = {
  APIKey: string;
  BoundingBoxes: [[number, number], [number, number]][];
  FiltersShipMMSI?: string[];
  FilterMessageTypes?: string[];
};

/** A server that behaves as AISStream does. */
export type AisStreamServer = {
  url: string;
  /** Subscriptions of all connections, in the order they came; and why connections were closed. */
  subscriptions: Subscription[];
  closed: string[];
  /** Sends a frame to all who have subscribed. */
  send: (frame: unknown) => void;
  /** Breaks all connections off. */
  breakOff: () => void;
  stop: () => Promise<void>;
};

type Options = { key: string; firstFrameMs?: number; maxBufferedBytes?: number };

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A frame of a server: final, not masked. */
function frameOf(opcode: number, body: Buffer): Buffer {
  const { length } = body;
  const head =
    length < 126 ? Buffer.from([0x80 | opcode, length]) : Buffer.from([0x80 | opcode, 126, length >> 8, length & 255]);
  return Buffer.concat([head, body]);
}

/** The first whole frame of a client, unmasked, and what follows it; undefined while it is not whole. */
function readFrame(bytes: Buffer): { opcode: number; body: Buffer; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 127;
  const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
  const at = 2 + wide + 4;
  if (bytes.length < at) return undefined;
  const length = wide === 0 ? short : wide === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < at + length) return undefined;
  const mask = bytes.subarray(at - 4, at);
  const body = Buffer.from(bytes.subarray(at, at + length)).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return { opcode: first & 15, body: Buffer.from(body), rest: bytes.subarray(at + length) };
}

const isPlace = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((one) => typeof one === 'number') &&
  Math.abs(Number(value[0])) <= 90 &&
  Math.abs(Number(value[1])) <= 180;

/** What is wrong with a subscription; undefined for a good one. */
function problemOf(text: string, key: string): { error: string } | Subscription {
  let given: Partial<Subscription>;
  try {
    given = JSON.parse(text) as Partial<Subscription>;
  } catch {
    return { error: 'Malformed Subscription Object' };
  }
  const { APIKey, BoundingBoxes: boxes, FiltersShipMMSI: mmsis, FilterMessageTypes: types, ...others } = given;
  if (APIKey !== key) return { error: 'Api Key Is Not Valid' };
  const isBoxed =
    Array.isArray(boxes) && boxes.length > 0 && boxes.every((box) => box.length === 2 && box.every(isPlace));
  const isFiltered = mmsis === undefined || (mmsis.length <= 50 && mmsis.every((one) => /^\d{9}$/.test(one)));
  if (!isBoxed || !isFiltered || Object.keys(others).length > 0) return { error: 'Malformed Subscription Object' };
  return {
    APIKey,
    BoundingBoxes: boxes,
    ...(mmsis && { FiltersShipMMSI: mmsis }),
    ...(types && { FilterMessageTypes: types }),
  };
}

/**
 * Starts one. It is as strict as the real one: the first frame within 3 s, boxes as latitude and longitude, at most 50 MMSIs as
 * text, a wrong key answered by `{"error": "Api Key Is Not Valid"}` and the end, and slow readers thrown out.
 */
export async function startAisStream({
  key,
  firstFrameMs = 3_000,
  maxBufferedBytes = 1_000_000,
}: Options): Promise<AisStreamServer> {
  const subscriptions: Subscription[] = [];
  const closed: string[] = [];
  const sockets = new Set<Duplex>();
  const ready = new Set<Duplex>();
  const close = (socket: Duplex, why: string): void => {
    closed.push(why);
    ready.delete(socket);
    socket.end(frameOf(8, Buffer.from([3, 232])));
  };
  const serve = (socket: Duplex): void => {
    let held: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => close(socket, 'no first frame'), firstFrameMs);
    const take = (opcode: number, body: Buffer): void => {
      if (opcode === 8) return void socket.end();
      if (opcode !== 1) return;
      clearTimeout(timer);
      const read = problemOf(body.toString('utf8'), key);
      if ('error' in read) {
        socket.write(frameOf(2, Buffer.from(JSON.stringify(read))));
        return close(socket, read.error);
      }
      subscriptions.push(read);
      ready.add(socket);
    };
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      for (let frame = readFrame(held); frame !== undefined; frame = readFrame(held)) {
        held = frame.rest;
        take(frame.opcode, frame.body);
      }
    });
    socket.on('close', () => clearTimeout(timer));
  };
  const server = createServer((_request, response) => void response.writeHead(426).end());
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      ready.delete(socket);
    });
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key'] ?? ''}${magic}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    serve(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v0/stream`,
    subscriptions,
    closed,
    send(frame) {
      // The real one sends binary frames with JSON in them.
      const bytes = frameOf(2, Buffer.from(JSON.stringify(frame)));
      for (const socket of ready)
        if (socket.writableLength > maxBufferedBytes) close(socket, 'slow reader');
        else socket.write(bytes);
    },
    breakOff: () => sockets.forEach((socket) => socket.destroy()),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

/** A frame as AISStream sends it, with numbers of our own. */
export const streamFrame = (
  type: string,
  fields: Values,
  {
    mmsi = 244_660_123,
    at = '2026-06-10 08:15:02.318353 +0000 UTC',
    ...meta
  }: Values & { mmsi?: number; at?: string } = {},
): Values => ({
  MessageType: type,
  MetaData: {
    MMSI: mmsi,
    MMSI_String: String(mmsi),
    ShipName: 'NORDIC TERN         ',
    latitude: 1,
    longitude: 2,
    time_utc: at,
    ...meta,
  },
  Message: { [type]: { UserID: mmsi, Valid: true, ...fields } },
});

/** A position of a ship of class A. */
export const streamPosition = (mmsi: number, lon: number, lat: number, at: string): Values =>
  streamFrame(
    'PositionReport',
    { Longitude: lon, Latitude: lat, Sog: 12.4, Cog: 87.2, TrueHeading: 88, NavigationalStatus: 0, Timestamp: 2 },
    { mmsi, at },
  );
