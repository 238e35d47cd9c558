import type { Server as HttpServer } from 'node:http';
import type { Server as TcpServer, Socket } from 'node:net';
import { portOf } from '#server/connectors/port-of.ts';

const running: { server: TcpServer; sockets: Set<Socket> }[] = [];

/** Lets a server of a test listen on a free port of this machine and gives its address. */
export async function listen(server: HttpServer | TcpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  running.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${portOf(server)}`;
}

/** Stops all servers of a test with their connections. */
export async function stopServers(): Promise<void> {
  for (const { server, sockets } of running.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}
