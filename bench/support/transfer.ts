import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const CHUNK = Buffer.alloc(1024 * 1024, 0x5a);
/** As long as a browser's, because the parser skips ahead by its length. */
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW8';
/** Each file has its own name, because the same bytes under the same name are stored once. */
let count = 0;
const headOf = (name: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
const FOOT = `\r\n--${BOUNDARY}--\r\n`;

/** Sends this many bytes as the only file of a form; returns the seconds from the first byte to the reply. */
export function send(url: string, token: string, bytes: number): Promise<number> {
  const head = headOf(`bench-${count++}.qcproject`);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const upload = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': head.length + bytes + FOOT.length,
      },
    });
    upload.on('error', reject);
    upload.on('response', (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`the upload answered ${reply.statusCode}`));
      reply.resume().on('end', () => resolve((performance.now() - start) / 1000));
    });
    upload.write(head);
    let left = bytes;
    const push = () => {
      while (left > 0) {
        const part = CHUNK.subarray(0, Math.min(left, CHUNK.length));
        left -= part.length;
        if (!upload.write(part)) return void upload.once('drain', push);
      }
      upload.end(FOOT);
    };
    push();
  });
}

export interface Taken {
  seconds: number;
  firstByteMs: number;
  bytes: number;
}

/** Downloads a URL and discards the bytes. */
export function take(url: string, token: string): Promise<Taken> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const download = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } });
    download.on('error', reject);
    download.on('response', (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`the download answered ${reply.statusCode}`));
      let bytes = 0;
      let firstByteMs = 0;
      reply.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - start;
        bytes += chunk.length;
      });
      reply.on('error', reject);
      reply.on('end', () => resolve({ seconds: (performance.now() - start) / 1000, firstByteMs, bytes }));
    });
    download.end();
  });
}

/** Resident memory of a process in MiB, on Linux. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** CPU seconds of a process, which do not depend on other load as wall-clock time does. */
export function processorOf(pid: number): number {
  const [, utime, stime] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(utime) + Number(stime)) / 100;
}

/** Runs a function and returns the peak growth of a process's memory meanwhile, in MiB. */
export async function growthOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 20);
  await work();
  clearInterval(timer);
  return most - before;
}
