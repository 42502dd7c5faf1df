import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** How long requests in progress may take once the server stops. Orchestrators allow a minute in total. */
export const DRAIN = {
  /** Limits for requests that have stopped arriving, and for replies that are not being read. */
  stillMs: 3_000,
  maxMs: 10_000,
};

interface Connection {
  openRequests: number;
  /** The latest request. */
  request: IncomingMessage | null;
  /** Bytes received up to the end of the last reply; more means that a request is arriving. */
  bytesSeen: number;
}

/**
 * Ends all connections when the server stops: idle ones immediately, those that wait for a client after `stillMs`
 * without progress, the others after their reply, and the rest after `maxMs`. Node alone would wait without limit for
 * connections that never sent a request, which browsers open in advance, and for requests whose body does not arrive,
 * and would cut replies that are only partly sent.
 */
export const endConnections = plugin(async (app: FastifyInstance, { stillMs, maxMs }: typeof DRAIN) => {
  const connections = new Map<Socket, Connection>();
  let isStopping = false;
  // The listeners are the same for all connections, because each function of their own would need memory.
  const forget = function (this: Socket) {
    connections.delete(this);
  };
  const endRequest = function (this: ServerResponse) {
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (!connection) return;
    connection.openRequests -= 1;
    connection.bytesSeen = socket.bytesRead;
    if (isStopping && connection.openRequests === 0) socket.destroySoon();
  };
  app.server.on('connection', (socket) => {
    connections.set(socket, { openRequests: 0, request: null, bytesSeen: 0 });
    socket.on('close', forget);
  });
  app.server.prependListener('request', (request: IncomingMessage, reply: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.openRequests += 1;
    connection.request = request;
    reply.on('close', endRequest);
  });
  // Node calls it as soon as the server no longer accepts connections.
  app.server.closeIdleConnections = () => {
    for (const [socket, { openRequests, bytesSeen }] of connections)
      if (openRequests === 0 && socket.bytesRead === bytesSeen) socket.destroy();
  };
  const isWaitingForClient = (socket: Socket, { openRequests, request }: Connection) =>
    openRequests === 0 || !request?.complete || socket.writableLength > 0;
  app.addHook('preClose', async () => {
    isStopping = true;
    const before = new Map([...connections.keys()].map((socket) => [socket, moved(socket)]));
    const still = setTimeout(() => {
      for (const [socket, connection] of connections)
        if (isWaitingForClient(socket, connection) && moved(socket) === before.get(socket)) socket.destroy();
    }, stillMs);
    const most = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, maxMs);
    for (const timer of [still, most]) {
      app.server.once('close', () => clearTimeout(timer));
      // A server that was not opened does not close.
      timer.unref();
    }
  });
});

/** Bytes that the client has sent and taken. */
const moved = (socket: Socket): number => socket.bytesRead + socket.bytesWritten - socket.writableLength;
