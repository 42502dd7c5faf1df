import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The minimal file server: POST pipes the request to disk through sha256 (`?flush` waits until it is on the disk), GET
 * pipes a file of FOLDER back.
 */
const folder = String(process.env.FOLDER);
let count = 0;

createServer(async (request, reply) => {
  if (request.method === 'GET' && request.url !== '/healthz') {
    const file = join(folder, request.url ?? '');
    reply.writeHead(200, { 'content-length': (await stat(file)).size });
    await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), reply).catch(() => {});
    return;
  }
  if (request.method === 'GET') return void reply.end('ok');
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const target = join(folder, `plain-${count++}`);
  await pipeline(
    request,
    hashed,
    createWriteStream(target, { flush: request.url?.endsWith('flush') === true }),
  );
  reply.end(hash.digest('hex'));
  await rm(target);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
