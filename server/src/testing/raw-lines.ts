import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

export interface Reply {
  status: number;
  body: string;
  code: string | undefined;
}

/** A connection on which tests write each byte themselves. Reads replies with a declared length. */
export class RawLine {
  readonly socket: Socket;
  isOver = false;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      this.isOver = true;
    });
  }

  static async open(port: number): Promise<RawLine> {
    const socket = connect({ port, host: '127.0.0.1' });
    const line = new RawLine(socket);
    await once(socket, 'connect');
    return line;
  }

  /** Writes the headers of a request and the beginning of its body. */
  send(request: string, headers: Record<string, string | number>, body: string | Buffer = ''): void {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    this.socket.write(`${request} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (body.length > 0) this.socket.write(body);
  }

  /** The next complete reply; null if the connection ends without one. */
  async reply(): Promise<Reply | null> {
    await expect.poll(() => this.isOver || this.#next() !== null, { timeout: 20_000 }).toBe(true);
    const next = this.#next();
    if (next) this.#received = this.#received.subarray(next.end);
    return next && { status: next.status, body: next.body, code: next.code };
  }

  /** Waits until the server has closed the connection. */
  async ended(): Promise<void> {
    await expect.poll(() => this.isOver, { timeout: 20_000 }).toBe(true);
  }

  #next(): (Reply & { end: number }) | null {
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return null;
    const text = this.#received.subarray(0, head).toString();
    const end = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (this.#received.length < end) return null;
    const body = this.#received.subarray(head + 4, end).toString();
    const code = body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined;
    return { status: Number(text.slice(9, 12)), body, code, end };
  }
}
