import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy that can lose connections without a word, as a firewall does that forgets them. */
export type TcpProxy = {
  port: number;
  /** Nothing passes on the present connections any more, and neither side is reported; new ones work. */
  swallow: () => void;
  close: () => void;
};

type ProxyOptions = {
  /** Real milliseconds by which everything from the far side is late; none unless given. */
  lateMs?: number;
  /** Hears when the near side sent something. */
  onSent?: () => void;
};

/** Starts a proxy on this machine to a host and port. */
export async function startTcpProxy(
  host: string,
  port: number,
  { lateMs = 0, onSent }: ProxyOptions = {},
): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((inner) => {
    const outer = connect({ host, port });
    const pair = [inner, outer] as const;
    pairs.add(pair);
    if (onSent !== undefined) inner.on('data', onSent);
    for (const [from, to] of [pair, [outer, inner]] as const) {
      from.on('data', (data) => {
        if (lateMs === 0 || to === outer) to.write(data);
        else setTimeout(() => to.write(data), lateMs);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const all = (): Socket[] => [...pairs].flat();
  return {
    port: (server.address() as AddressInfo).port,
    swallow: () => {
      for (const socket of all())
        socket
          .removeAllListeners('data')
          .removeAllListeners('close')
          .on('data', () => {});
    },
    close: () => {
      for (const socket of all()) socket.destroy();
      server.close();
    },
  };
}
