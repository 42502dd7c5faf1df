import { type ClientRequest, request } from 'node:http';

export interface Streams {
  close(): void;
}

/** Connections that are opened concurrently. */
const AT_ONCE = 50;

/** Opens a stream for each of these headers, and waits until all are open; `onText` gets the received text. */
export async function openStreams(
  url: string,
  headers: readonly Record<string, string>[],
  onText: (text: string, at: number) => void,
): Promise<Streams> {
  const lines: ClientRequest[] = [];
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const line = request(url, { headers: headers[at] ?? {}, agent: false });
      lines.push(line);
      line.on('error', reject);
      line.on('response', (reply) => {
        if (reply.statusCode !== 200) return reject(new Error(`the stream answered ${reply.statusCode}`));
        reply.setEncoding('utf8');
        reply.on('error', () => {});
        reply.once('data', () => resolve());
        reply.on('data', (text: string) => onText(text, at));
      });
      line.end();
    });
  let next = 0;
  const opener = async () => {
    while (next < headers.length) await open(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  return {
    close() {
      for (const line of lines) line.destroy();
    },
  };
}
