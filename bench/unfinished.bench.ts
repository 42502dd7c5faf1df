/**
 * Clients that never finish: half headers, half bodies, half forms and readers that do not read, from one address.
 * Prints the memory of the server before, at its peak and after, and the latency of `/healthz` meanwhile.
 */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { prepareGround, serveCusp } from './support/cusp.ts';
import { round, table } from './support/table.ts';
import { memoryOf } from './support/transfer.ts';

const LINES = Number(process.env.LINES ?? 800);
const WATCHED_MS = Number(process.env.WATCHED_MS ?? 45_000);
const BASE = '/heclore/v1';

const head = (request: string, type: string, length: number) =>
  `${request} HTTP/1.1\r\nhost: bench\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
const picture = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\n';

const ATTACKS: [string, string, number][] = [
  ['half headers', 'GET /healthz HTTP/1.1\r\nhost: bench\r\nx-long: ', 8_000],
  ['half bodies of 1 MB', head(`POST ${BASE}/setLang/`, 'application/json', 1_040_000), 1_000_000],
  [
    'half pictures of 5 MB',
    head(`POST ${BASE}/auth/signup/`, 'multipart/form-data; boundary=b', 5_000_000) + picture,
    4_900_000,
  ],
  ['readers that do not read', 'GET /heclore/openapi.json HTTP/1.1\r\nhost: bench\r\n\r\n'.repeat(50), 0],
];

/** Sockets and files that a process has open. */
const linesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ground = await prepareGround();
const rows: (string | number)[][] = [];
for (const [name, beginning, more] of ATTACKS) {
  const cusp = await serveCusp(ground, { RATE_LIMIT_FACTOR: '1' });
  const port = Number(new URL(cusp.url).port);
  const pid = cusp.process.pid ?? 0;
  const before = memoryOf(pid);
  const idle = linesOf(pid);
  const filling = Buffer.alloc(more, 'x');
  const sockets: Socket[] = [];
  for (let at = 0; at < LINES; at += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    if (more === 0) socket.pause();
    else socket.resume();
    socket.write(beginning);
    if (more > 0) socket.write(filling);
    sockets.push(socket);
    if (at % 20 === 0) await pause(20);
  }
  let highest = 0;
  let slowest = 0;
  for (const end = Date.now() + WATCHED_MS; Date.now() < end; await pause(500)) {
    const start = performance.now();
    await fetch(`${cusp.url}/healthz`);
    slowest = Math.max(slowest, performance.now() - start);
    highest = Math.max(highest, memoryOf(pid));
  }
  const open = linesOf(pid) - idle;
  for (const socket of sockets) socket.destroy();
  rows.push([name, round(before, 0), round(highest, 0), open, round(slowest, 0)]);
  await cusp.stop();
}
await ground.end();
table([`${LINES} lines`, 'MB before', 'MB at most', 'still open', '/healthz, ms at most'], rows);
