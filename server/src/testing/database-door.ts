import { createServer, connect as dial, type Socket } from 'node:net';

/** A proxy to a database that can be closed: it then drops all connections, and refuses new ones. */
export async function openDatabaseDoor(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  /** Number of connections still to be dropped. */
  let toDrop = 0;
  const server = createServer((socket) => {
    door.knocks += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    if (toDrop > 0) {
      toDrop -= 1;
      socket.destroy();
      return;
    }
    const inner = dial(Number(target.port), target.hostname);
    sockets.add(inner);
    inner.on('error', () => {});
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : '');
  const door = {
    url: url.href,
    /** Number of connection attempts since it was last closed. */
    knocks: 0,
    /** Drops all connections and the next `count` ones. */
    shutFor(count: number) {
      toDrop = count;
      door.knocks = 0;
      dropAll();
    },
    async close() {
      dropAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return door;
}
