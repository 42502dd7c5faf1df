import { createServer, type Socket } from 'node:net';

/** Input that a fake of clamd has read, and its replies. */
export interface PlayedScanner {
  host: string;
  port: number;
  /** Bytes of each complete stream. */
  heard: Buffer[];
  /** `answer` is called with the bytes once the stream has ended; `begin` when a stream begins. */
  answer: (socket: Socket, bytes: Buffer) => void;
  begin: (socket: Socket) => void;
  close(): Promise<void>;
}

/** Finds the word EICAR. */
export const findsEicar = (socket: Socket, bytes: Buffer): void =>
  void socket.end(bytes.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');

/** A fake of clamd that speaks INSTREAM, strictly. */
export async function playScanner(): Promise<PlayedScanner> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let waiting = Buffer.alloc(0);
    let isBegun = false;
    const pieces: Buffer[] = [];
    socket.on('data', (data) => {
      waiting = Buffer.concat([waiting, data]);
      if (!isBegun) {
        if (waiting.length < 10) return;
        if (waiting.subarray(0, 10).toString() !== 'zINSTREAM\0') return void socket.end('UNKNOWN COMMAND\0');
        isBegun = true;
        waiting = waiting.subarray(10);
        played.begin(socket);
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE();
        if (length === 0) {
          const bytes = Buffer.concat(pieces);
          played.heard.push(bytes);
          return played.answer(socket, bytes);
        }
        if (waiting.length < 4 + length) return;
        pieces.push(waiting.subarray(4, 4 + length));
        waiting = waiting.subarray(4 + length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const played: PlayedScanner = {
    host: '127.0.0.1',
    port: address.port,
    heard: [],
    answer: findsEicar,
    begin: () => {},
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return played;
}
