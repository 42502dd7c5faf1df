import { createServer, type ServerResponse } from 'node:http';

/** The minimal server for the same streams: keeps replies open and writes posted text to all of them. */
const streams = new Set<ServerResponse>();

createServer((request, reply) => {
  if (request.method === 'POST') {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      for (const stream of streams) stream.write(text);
      reply.end('{}');
    });
    return;
  }
  if (request.url === '/healthz') return void reply.end('ok');
  reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  reply.write('retry: 3000\n\n');
  streams.add(reply);
  reply.once('close', () => streams.delete(reply));
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
